package io.shardstream.localcluster.kafka;

import io.shardstream.localcluster.artifact.Artifact;
import io.shardstream.localcluster.artifact.Maven;
import io.shardstream.localcluster.artifact.ServerCache;
import io.shardstream.localcluster.jdk.Jdk;
import io.shardstream.localcluster.jdk.JdkFinder;
import io.shardstream.localcluster.jdk.JdkRange;
import io.shardstream.localcluster.process.Account;
import io.shardstream.localcluster.process.Installed;
import io.shardstream.localcluster.process.ServerImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Kafka's server as a folder of jars.
final class KafkaDistribution {

    static final String VERSION = "4.3.1";
    /// Its official image: <https://hub.docker.com/r/apache/kafka>.
    static final ServerImage IMAGE = new ServerImage(
            "apache/kafka:" + VERSION, new Installed(Path.of("/opt/kafka/libs"), Path.of("/opt/java/openjdk")));

    private static final JdkRange JDKS = JdkRange.from(17);

    private static final String NAME = "kafka-" + VERSION;
    /// The server logs through slf4j; this binding and its version are those of Kafka's own distribution.
    private static final List<Artifact> PARTS = List.of(
            Artifact.of("org.apache.kafka:kafka_2.13:" + VERSION),
            Artifact.of("org.apache.logging.log4j:log4j-slf4j-impl:2.25.4"));

    private KafkaDistribution() {}

    /// The one on this machine, fetched first if it is not in the cache.
    static Installed installed(Account account) {
        Jdk jdk = JdkFinder.onThisMachine(account).find(JDKS, "Kafka " + VERSION);
        return new Installed(home(ServerCache.standard(account)), jdk.home());
    }

    /// The folder of jars, fetched first if it is not in the cache.
    static Path home(ServerCache cache) {
        return cache.get(NAME, (target, work) -> Files.move(Maven.find().copyOne(NAME, PARTS, work), target));
    }
}
