package io.shardstream.localcluster.kafka;

import io.shardstream.localcluster.artifact.Jdk;
import io.shardstream.localcluster.artifact.JdkFinder;
import io.shardstream.localcluster.artifact.Maven;
import io.shardstream.localcluster.artifact.ServerCache;
import io.shardstream.localcluster.process.Account;
import io.shardstream.localcluster.process.Installed;
import java.nio.file.Files;
import java.nio.file.Path;

/// Kafka's server as a folder of jars.
final class KafkaDistribution {
    private KafkaDistribution() {}

    /// The one on this machine, fetched first if it is not in the cache.
    static Installed installed(KafkaVersion version, Account account) {
        Jdk jdk = JdkFinder.onThisMachine(account).find(version.jdks(), "Kafka " + version.number());
        return new Installed(home(version, ServerCache.standard(account)), jdk.home());
    }

    /// The folder of jars, fetched first if it is not in the cache.
    static Path home(KafkaVersion version, ServerCache cache) {
        String name = "kafka-" + version.number();
        return cache.get(name, (target, work) -> Files.move(Maven.find().copyOne(name, version.parts(), work), target));
    }
}
