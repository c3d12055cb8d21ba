package io.shardstream.localcluster.kafka;

import io.shardstream.localcluster.process.LocalServerException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Says what cluster is wanted, then starts it.
public final class KafkaClusterBuilder {

    private final Map<String, String> settings = new HashMap<>();
    private KafkaVersion version = KafkaVersion.standard();
    private int brokers = 1;
    private int heapMegabytes = 512;
    private final List<String> javaOptions = new ArrayList<>();
    private final List<Class<?>> classes = new ArrayList<>();
    private List<String> commandPrefix = List.of();
    private Optional<Path> folder = Optional.empty();
    private boolean dataKept;
    private boolean secured;

    KafkaClusterBuilder() {}

    /// What the brokers are.
    public KafkaClusterBuilder version(KafkaVersion of) {
        version = of;
        return this;
    }

    /// How many brokers, at least 1; all are controllers too.
    public KafkaClusterBuilder brokers(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("A cluster has at least one broker, not " + count);
        }
        brokers = count;
        return this;
    }

    /// The heap of each broker in megabytes.
    public KafkaClusterBuilder heapMegabytes(int megabytes) {
        heapMegabytes = megabytes;
        return this;
    }

    /// Servers of which nobody asks how fast they are: they compile less, so that they start sooner and leave the
    /// processors to others.
    public KafkaClusterBuilder compilingLittle() {
        return javaOption("-XX:TieredStopAtLevel=1");
    }

    /// One more option for each server's JVM.
    public KafkaClusterBuilder javaOption(String option) {
        javaOptions.add(option);
        return this;
    }

    /// What stands in front of the command that starts a broker, such as one that enters a mount namespace.
    public KafkaClusterBuilder commandPrefix(List<String> command) {
        commandPrefix = List.copyOf(command);
        return this;
    }

    /// A setting of all brokers, as it stands in `server.properties`; overrides the one that is set otherwise.
    public KafkaClusterBuilder setting(String name, String value) {
        settings.put(name, value);
        return this;
    }

    /// A class that brokers find besides their own, such as a policy; all that it needs must be Kafka's or Java's.
    public KafkaClusterBuilder with(Class<?> type) {
        classes.add(type);
        return this;
    }

    /// Brokers that speak TLS alone, know their clients, and let them do what an ACL allows; see [BrokerSecurity].
    public KafkaClusterBuilder secured() {
        secured = true;
        return this;
    }

    /// The folder for configuration, logs and data, instead of a new temporary one. If there are data in it, the
    /// cluster goes on with them.
    public KafkaClusterBuilder folder(Path path) {
        folder = Optional.of(path);
        return this;
    }

    /// Leaves the folder where it is when the cluster is closed or this JVM ends.
    public KafkaClusterBuilder keepData() {
        dataKept = true;
        return this;
    }

    /// Starts the cluster and returns when every broker serves.
    ///
    /// @throws LocalServerException if it does not come up; the message holds the cause from its log
    public KafkaCluster start() {
        KafkaCluster cluster = new KafkaCluster(this);
        cluster.start();
        return cluster;
    }

    KafkaVersion version() {
        return version;
    }

    int brokers() {
        return brokers;
    }

    Map<String, String> settings() {
        return settings;
    }

    List<Class<?>> classes() {
        return classes;
    }

    Optional<Path> folder() {
        return folder;
    }

    List<String> javaOptions() {
        return Stream.concat(
                        Stream.of("-Xms%dm".formatted(heapMegabytes / 2), "-Xmx%dm".formatted(heapMegabytes)),
                        javaOptions.stream())
                .toList();
    }

    List<String> commandPrefix() {
        return commandPrefix;
    }

    boolean isSecured() {
        return secured;
    }

    boolean isDataKept() {
        return dataKept;
    }
}
