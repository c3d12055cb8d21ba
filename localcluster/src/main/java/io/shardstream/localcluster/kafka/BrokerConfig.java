package io.shardstream.localcluster.kafka;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The content of a broker's `server.properties`.
final class BrokerConfig {

    private static final int MOST_REPLICAS = 3;

    private BrokerConfig() {}

    /// @param quorum all brokers of the cluster: each is also a controller
    /// @param overrides what the user wants otherwise
    static Map<String, String> of(KafkaBroker broker, Collection<KafkaBroker> quorum, Map<String, String> overrides) {
        Map<String, String> config = new TreeMap<>(forQuickTests());
        config.putAll(replication(quorum.size()));
        config.put("process.roles", "broker,controller");
        config.put("node.id", "" + broker.id());
        config.put("log.dirs", broker.folder().resolve("data").toString());
        String client = "PLAINTEXT://127.0.0.1:" + broker.ports().client();
        config.put(
                "listeners",
                client + ",CONTROLLER://127.0.0.1:" + broker.ports().controller());
        config.put("advertised.listeners", client);
        config.put("inter.broker.listener.name", "PLAINTEXT");
        config.put("controller.listener.names", "CONTROLLER");
        config.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        config.put(
                "controller.quorum.voters",
                quorum.stream()
                        .map(voter -> voter.id() + "@127.0.0.1:" + voter.ports().controller())
                        .collect(Collectors.joining(",")));
        config.putAll(overrides);
        return config;
    }

    /// Settings that make groups settle at once, let short sessions pass and keep the internal topics small.
    private static Map<String, String> forQuickTests() {
        return Map.ofEntries(
                Map.entry("auto.create.topics.enable", "false"),
                Map.entry("group.initial.rebalance.delay.ms", "0"),
                Map.entry("group.min.session.timeout.ms", "1000"),
                Map.entry("group.consumer.min.session.timeout.ms", "1000"),
                Map.entry("group.consumer.min.heartbeat.interval.ms", "200"),
                Map.entry("offsets.topic.num.partitions", "8"),
                Map.entry("transaction.state.log.num.partitions", "8"),
                Map.entry("share.coordinator.state.topic.num.partitions", "8"),
                // A fetch that found nothing keeps about 190 bytes a partition until so many have gathered, 1,000 by
                // default: 190 MB for a thousand quiet lanes.
                Map.entry("fetch.purgatory.purge.interval.requests", "100"),
                // The default of 128 MB would be half of the heap.
                Map.entry("log.cleaner.dedupe.buffer.size", "8388608"));
    }

    private static Map<String, String> replication(int brokers) {
        String replicas = "" + Math.min(MOST_REPLICAS, brokers);
        String inSync = brokers >= MOST_REPLICAS ? "2" : "1";
        return Map.of(
                "default.replication.factor", replicas,
                "min.insync.replicas", inSync,
                "offsets.topic.replication.factor", replicas,
                "transaction.state.log.replication.factor", replicas,
                "transaction.state.log.min.isr", inSync,
                "share.coordinator.state.topic.replication.factor", replicas,
                "share.coordinator.state.topic.min.isr", inSync);
    }

    static String asText(Map<String, String> config) {
        return config.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue().replace("\\", "\\\\"))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
