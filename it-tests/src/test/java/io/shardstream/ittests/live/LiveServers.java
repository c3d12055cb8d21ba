package io.shardstream.ittests.live;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.kafka.KafkaBroker;
import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.SearchClusterBuilder;
import io.shardstream.localcluster.search.SearchNode;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;

/// Three data nodes, of which any two have a master, and three brokers, of which any two take acknowledged records.
record LiveServers(SearchCluster search, KafkaCluster kafka) implements AutoCloseable {
    static final int NODES = 3;

    /// Three of each.
    static LiveServers start(SearchServerVersion version) {
        return start(SearchCluster.of(version).nodes(NODES).heapMegabytes(640).compilingLittle(), NODES);
    }

    /// @param heapMegabytes of each data node
    static LiveServers start(int nodes, int brokers, int heapMegabytes) {
        return start(
                SearchCluster.of(SearchServerVersion.standard()).nodes(nodes).heapMegabytes(heapMegabytes), brokers);
    }

    static LiveServers start(SearchClusterBuilder search, int brokers) {
        KafkaCluster kafka = KafkaCluster.builder()
                .compilingLittle()
                .brokers(brokers)
                .heapMegabytes(320)
                .start();
        try {
            return new LiveServers(search.start(), kafka);
        } catch (RuntimeException e) {
            kafka.close();
            throw e;
        }
    }

    List<URI> urls() {
        return search.urls();
    }

    /// A node that runs.
    Rest rest() {
        return search.nodes().stream()
                .filter(SearchNode::isAlive)
                .findFirst()
                .map(node -> new Rest(node.url()))
                .orElseThrow();
    }

    /// Kills a node and starts it again, and waits until every shard has all its copies.
    void killAndStart(SearchNode node) {
        node.kill();
        node.start();
        awaitHealthy();
    }

    /// Stops a node in good order and starts it again in that version, as one does who restarts or upgrades a cluster
    /// node by node: copies of shards are not made elsewhere meanwhile. Waits until every shard has all its copies.
    void restart(SearchNode node, SearchServerVersion version) {
        allocate("\"primaries\"");
        node.stop();
        node.upgrade(version);
        node.start();
        allocate("null");
        awaitHealthy();
    }

    private void allocate(String which) {
        rest().put("/_cluster/settings", "{\"persistent\":{\"cluster.routing.allocation.enable\":" + which + "}}");
    }

    /// What each node says that it is.
    List<String> versions() {
        return rest().get("/_nodes?filter_path=nodes.*.version")
                .path("nodes")
                .valueStream()
                .map(node -> node.path("version").asString())
                .toList();
    }

    /// Kills a broker and starts it again, and waits until every partition has all its replicas in sync.
    void killAndStart(KafkaBroker broker) {
        broker.kill();
        broker.start();
        awaitInSync();
    }

    /// Waits until every partition has all its replicas in sync, so that the next death of a broker stops nothing.
    void awaitInSync() {
        try (Admin admin = new KafkaConnection(kafka.bootstrapServers(), Map.of()).admin("test")) {
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .pollInterval(Duration.ofMillis(300))
                    .ignoreExceptions()
                    .until(() -> isInSync(admin));
        }
    }

    private static boolean isInSync(Admin admin) throws Exception {
        Set<String> topics = admin.listTopics().names().get();
        return admin.describeTopics(topics).allTopicNames().get().values().stream()
                .flatMap(topic -> topic.partitions().stream())
                .allMatch(partition ->
                        partition.isr().size() == partition.replicas().size());
    }

    /// The node that holds the primary of a shard.
    SearchNode primaryOf(String index, int shard) {
        String name = rest().get("/_cat/shards/" + index + "?format=json&h=shard,prirep,node")
                .valueStream()
                .filter(copy -> copy.path("prirep").asString().equals("p"))
                .filter(copy -> copy.path("shard").asString().equals("" + shard))
                .map(copy -> copy.path("node").asString())
                .findFirst()
                .orElseThrow();
        return search.nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// Waits until every copy of every shard is there, so that the next death of a node loses nothing acknowledged.
    void awaitHealthy() {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(300))
                .ignoreExceptions()
                .until(() -> isHealthy(rest()));
    }

    private boolean isHealthy(Rest rest) {
        var health = rest.get("/_cluster/health?timeout=1s");
        return health.path("status").asString().equals("green")
                && health.path("number_of_nodes").asInt() == search.nodes().size()
                && health.path("relocating_shards").asInt() == 0;
    }

    @Override
    public void close() {
        search.close();
        kafka.close();
    }
}
