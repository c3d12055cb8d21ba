package io.shardstream.localcluster.kafka;

import io.shardstream.localcluster.artifact.Artifact;
import io.shardstream.localcluster.artifact.JdkRange;
import io.shardstream.localcluster.process.Installed;
import io.shardstream.localcluster.process.ServerImage;
import java.nio.file.Path;
import java.util.List;

/// A version of Kafka's brokers that can be started here.
public enum KafkaVersion {
    /// The one whose clients Shardstream has.
    KAFKA_4("4.3.1"),
    /// The last line of version 3.
    KAFKA_3("3.9.2");

    private final String number;

    KafkaVersion(String number) {
        this.number = number;
    }

    /// The one that is meant when nobody names one.
    public static KafkaVersion standard() {
        return KAFKA_4;
    }

    /// The version number, such as `4.3.1`.
    public String number() {
        return number;
    }

    /// Its official image: <https://hub.docker.com/r/apache/kafka>.
    ServerImage image() {
        return new ServerImage(
                "apache/kafka:" + number, new Installed(Path.of("/opt/kafka/libs"), Path.of("/opt/java/openjdk")));
    }

    /// The Java versions that its brokers run on. Those of 3.9 use what Java 24 has taken away
    /// (`Subject.getSubject`, JEP 486).
    JdkRange jdks() {
        return switch (this) {
            case KAFKA_4 -> JdkRange.from(17);
            case KAFKA_3 -> new JdkRange(11, 23);
        };
    }

    /// The server, and the binding of slf4j that Kafka's own distribution of that version has.
    List<Artifact> parts() {
        Artifact server = Artifact.of("org.apache.kafka:kafka_2.13:" + number);
        return switch (this) {
            case KAFKA_4 -> List.of(server, Artifact.of("org.apache.logging.log4j:log4j-slf4j-impl:2.25.4"));
            case KAFKA_3 -> List.of(server, Artifact.of("org.slf4j:slf4j-reload4j:1.7.36"));
        };
    }

    /// The Java option that names the file with [#logging()].
    String loggingOption(Path file) {
        return switch (this) {
            case KAFKA_4 -> "-Dlog4j2.configurationFile=" + file;
            case KAFKA_3 -> "-Dlog4j.configuration=" + file.toUri();
        };
    }

    /// Has everything of the level INFO written to standard output, and, of brokers that ask ACLs, what each allows.
    String logging() {
        return switch (this) {
            case KAFKA_4 -> """
                    rootLogger.level=INFO
                    rootLogger.appenderRef.console.ref=console
                    appender.console.type=Console
                    appender.console.name=console
                    appender.console.layout.type=PatternLayout
                    appender.console.layout.pattern=[%d] %p %m (%c)%n
                    logger.authorizer.name=kafka.authorizer.logger
                    logger.authorizer.level=DEBUG
                    """;
            case KAFKA_3 -> """
                    log4j.rootLogger=INFO, console
                    log4j.appender.console=org.apache.log4j.ConsoleAppender
                    log4j.appender.console.layout=org.apache.log4j.PatternLayout
                    log4j.appender.console.layout.ConversionPattern=[%d] %p %m (%c)%n
                    log4j.logger.kafka.authorizer.logger=DEBUG
                    """;
        };
    }

    @Override
    public String toString() {
        return "kafka:" + number;
    }
}
