package io.shardstream.localcluster.kafka;

import io.shardstream.localcluster.artifact.ServerCache;
import io.shardstream.localcluster.process.Account;
import io.shardstream.localcluster.process.FreePorts;
import io.shardstream.localcluster.process.Installed;
import io.shardstream.localcluster.process.ServerRunner;
import io.shardstream.localcluster.process.Startup;
import io.shardstream.localcluster.process.WorkFolder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A running Kafka cluster of real brokers on the loopback interface, each also a controller. Ends with this JVM.
public final class KafkaCluster implements AutoCloseable {

    private final KafkaClusterBuilder wanted;
    private final ServerRunner runner;
    private final Installed installed;
    private final WorkFolder work;
    private final String id;
    private final FreePorts freePorts = new FreePorts(RandomGenerator.getDefault());
    private final Optional<BrokerSecurity> security;
    private final List<KafkaBroker> brokers;

    KafkaCluster(KafkaClusterBuilder wanted) {
        Account account = Account.forServers();
        this.wanted = wanted;
        this.runner = ServerRunner.of(wanted.commandPrefix());
        this.installed = runner.installed(
                wanted.version().image(), () -> KafkaDistribution.installed(wanted.version(), account));
        this.work = WorkFolder.open(wanted.folder(), "kafka", account, wanted.isDataKept());
        this.id = ClusterId.of(work.of("broker-1"), RandomGenerator.getDefault());
        this.security = wanted.isSecured() ? Optional.of(new BrokerSecurity(work.path())) : Optional.empty();
        this.brokers = IntStream.rangeClosed(1, wanted.brokers())
                .mapToObj(number -> new KafkaBroker(number, this, newPorts()))
                .toList();
    }

    /// The folder of Kafka's jars, fetched first if it is not in the cache.
    public static Path home(KafkaVersion version, ServerCache cache) {
        return KafkaDistribution.home(version, cache);
    }

    /// A cluster of one broker of the standard version with a heap of 512 MB unless told otherwise.
    public static KafkaClusterBuilder builder() {
        return new KafkaClusterBuilder();
    }

    List<Class<?>> classes() {
        return wanted.classes();
    }

    void start() {
        try {
            Startup.startAll(brokers, () -> brokers.forEach(broker -> broker.use(newPorts())));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /// The value of `bootstrap.servers`: the addresses of all brokers, separated by commas.
    public String bootstrapServers() {
        return brokers.stream().map(KafkaBroker::address).collect(Collectors.joining(","));
    }

    /// The addresses for clients that show a certificate, separated by commas.
    ///
    /// @throws java.util.NoSuchElementException if the cluster is not secured
    public String certifiedServers() {
        return security.map(
                        _ -> brokers.stream().map(KafkaBroker::certifiedAddress).collect(Collectors.joining(",")))
                .orElseThrow();
    }

    /// How it is secured; empty if it is not.
    public Optional<BrokerSecurity> security() {
        return security;
    }

    /// All brokers, running or not.
    public List<KafkaBroker> brokers() {
        return brokers;
    }

    /// The broker of that node id, the first is 1.
    public KafkaBroker broker(int brokerId) {
        return brokers.get(brokerId - 1);
    }

    /// The folder with the brokers' configuration, logs and data.
    public Path folder() {
        return work.path();
    }

    /// Kills the brokers and deletes their data, unless it is to be kept.
    @Override
    public void close() {
        Startup.closeAll(brokers, work);
    }

    KafkaVersion version() {
        return wanted.version();
    }

    WorkFolder work() {
        return work;
    }

    ServerRunner runner() {
        return runner;
    }

    Installed installed() {
        return installed;
    }

    List<String> javaOptions() {
        return wanted.javaOptions();
    }

    String id() {
        return id;
    }

    Map<String, String> config(KafkaBroker broker) {
        Map<String, String> overrides = new HashMap<>(wanted.isSecured() ? BrokerSecurity.config(broker) : Map.of());
        overrides.putAll(wanted.settings());
        return BrokerConfig.of(broker, brokers, overrides);
    }

    private BrokerPorts newPorts() {
        return new BrokerPorts(freePorts.next(), freePorts.next(), freePorts.next());
    }
}
