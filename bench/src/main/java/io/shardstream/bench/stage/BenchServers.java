package io.shardstream.bench.stage;

import io.shardstream.bench.documents.Workload;
import io.shardstream.localcluster.kafka.KafkaBroker;
import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.localcluster.process.LocalServer;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.SearchNode;
import io.shardstream.workload.compare.ComparisonReport;
import io.shardstream.workload.compare.IndexAddress;
import io.shardstream.workload.compare.IndexComparison;
import io.shardstream.workload.load.BulkLoader;
import io.shardstream.workload.load.SampleDocument;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A Kafka broker and a search cluster on this machine, and the indices that were put there. Where targets
/// are in a cluster of their own, that is a second one.
public final class BenchServers implements AutoCloseable {
    /// The setting that says which node the shards of an index have to be on.
    public static final String ON_NODE = "index.routing.allocation.require._name";

    private static final int BROKER_HEAP_MEGABYTES = 768;
    private static final int SAMPLES = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofMillis(200);

    private final StageSpec spec;
    private final KafkaCluster kafka;
    private final SearchSides sides;
    private final List<ProcessorBudget> budgets = new ArrayList<>();
    private final BenchRest rest;
    private final BenchRest targetRest;
    private final Set<Workload> loaded = new HashSet<>();

    private BenchServers(StageSpec spec, KafkaCluster kafka, SearchSides sides) {
        this.spec = spec;
        this.kafka = kafka;
        this.sides = sides;
        this.rest = new BenchRest(sides.source().url());
        this.targetRest = new BenchRest(sides.target().url());
    }

    /// Starts them.
    ///
    /// @throws IllegalStateException if nodes are to have a budget, and this machine lets us give none
    public static BenchServers start(StageSpec spec) {
        KafkaCluster kafka =
                KafkaCluster.builder().heapMegabytes(BROKER_HEAP_MEGABYTES).start();
        BenchServers stage;
        try {
            stage = new BenchServers(spec, kafka, SearchSides.start(spec));
        } catch (RuntimeException e) {
            kafka.close();
            throw e;
        }
        try {
            stage.giveBudgets();
            return stage;
        } catch (RuntimeException e) {
            stage.close();
            throw e;
        }
    }

    private void giveBudgets() {
        if (spec.cores() > 0) {
            search().nodes().forEach(node -> budgets.add(ProcessorBudget.of(node.pid(), spec.cores())));
        }
    }

    public StageSpec spec() {
        return spec;
    }

    public BenchRest rest() {
        return rest;
    }

    /// Asks the cluster of the targets, which is that of the sources unless they have one of their own.
    public BenchRest targetRest() {
        return targetRest;
    }

    /// Where the first node serves HTTP.
    public URI url() {
        return search().url();
    }

    /// Where the first node of the targets' cluster serves HTTP.
    public URI targetUrl() {
        return target().url();
    }

    public SearchCluster search() {
        return sides.source();
    }

    /// The cluster of the targets.
    public SearchCluster target() {
        return sides.target();
    }

    public String kafkaBootstrap() {
        return kafka.bootstrapServers();
    }

    /// An index with these documents and nothing under way; loaded once.
    ///
    /// @param heard told what is done, if it takes time
    /// @return its name
    public String source(Workload workload, Consumer<String> heard) {
        if (loaded.add(workload)) {
            heard.accept("Loading %,d documents (%s) into %d shards."
                    .formatted(workload.documents(), workload.shape().what(), workload.shards()));
            create(workload.index(), workload, workload.shards());
            load(workload.index(), workload);
        }
        return workload.index();
    }

    /// Puts the documents of a workload into an index, and leaves nothing under way.
    public void load(String index, Workload workload) {
        try (Stream<SampleDocument> documents = workload.stream()) {
            BulkLoader.load(url(), index, documents, _ -> {});
        }
        rest.post("/" + index + "/_flush", null);
        rest.post("/" + index + "/_refresh", null);
    }

    /// An empty index with the mappings of a workload: no replicas, not refreshed by itself.
    public void create(String index, Workload like, int shards) {
        create(index, like, shards, Map.of());
    }

    /// The same with further settings, such as `index.routing.allocation.require._name`.
    public void create(String index, Workload like, int shards, Map<String, String> settings) {
        String more = settings.entrySet().stream()
                .map(setting -> ",\"%s\":\"%s\"".formatted(setting.getKey(), setting.getValue()))
                .collect(Collectors.joining());
        create(index, shards, "\"refresh_interval\":\"-1\"" + more, like.shape().mappings());
    }

    /// An empty index without replicas.
    ///
    /// @param settings further ones, as members of a JSON object; all others are the server's own
    /// @param mappings as a JSON object
    public void create(String index, int shards, String settings, String mappings) {
        String all = "\"number_of_shards\":%d,\"number_of_replicas\":0".formatted(shards);
        rest.put("/" + index, """
                {"settings":{%s},"mappings":%s}\
                """.formatted(settings.isEmpty() ? all : all + "," + settings, mappings));
    }

    /// Moves all shards of an index to one node, and waits until they are there.
    ///
    /// @throws IllegalStateException if they are not within two minutes
    public void move(String index, String node) {
        rest.put("/" + index + "/_settings", "{\"" + ON_NODE + "\":\"" + node + "\"}");
        long begun = System.nanoTime();
        while (!nodesOf(index).equals(Set.of(node))) {
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                throw new IllegalStateException(index + " has not moved to " + node + ": " + nodesOf(index));
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    /// The nodes that shards of an index are on, or on their way from, as the server writes that.
    public Set<String> nodesOf(String index) {
        return rest.get("/_cat/shards/" + index + "?format=json&h=node")
                .valueStream()
                .map(shard -> shard.path("node").asString(""))
                .collect(Collectors.toSet());
    }

    /// Names of all nodes.
    public List<String> nodes() {
        return search().nodes().stream().map(SearchNode::name).toList();
    }

    /// Bytes that all nodes have sent each other since they began, whatever for; what is sent to clients is
    /// not in it.
    public long sentBetweenNodes() {
        return rest.get("/_nodes/stats/transport")
                .path("nodes")
                .valueStream()
                .mapToLong(node -> node.at("/transport/tx_size_in_bytes").asLong())
                .sum();
    }

    /// What each node has used until now, in the order of their names.
    public List<NodeUse> use() {
        List<NodeUse> all = new ArrayList<>();
        for (int i = 0; i < search().nodes().size(); i++) {
            SearchNode node = search().node(i);
            ProcessorThrottling held = budgets.isEmpty()
                    ? ProcessorThrottling.NEVER
                    : budgets.get(i).held();
            double seconds = ProcessTime.of(List.of(node.pid())).toNanos() / 1e9;
            all.add(new NodeUse(node.name(), seconds, held.periods(), held.held()));
        }
        return all;
    }

    /// Deletes an index.
    public void delete(String index) {
        rest.delete("/" + index);
    }

    /// Documents that an index holds now.
    public long count(String index) {
        rest.post("/" + index + "/_refresh", null);
        return rest.get("/" + index + "/_count").path("count").asLong();
    }

    /// Documents that the primary shards of an index were given and took, the same one as often as it came; 0
    /// if there is no such index.
    public long written(String index) {
        return rest.get("/" + index + "/_stats/indexing?ignore_unavailable=true")
                .at("/_all/primaries/indexing/index_total")
                .asLong();
    }

    /// Counts the documents of two indices.
    ///
    /// @param source in the cluster of the sources
    /// @param target in that of the targets
    /// @param documents that both must hold
    /// @throws IllegalStateException if one holds another number
    public void requireCount(String source, String target, long documents) {
        long before = count(source);
        targetRest.post("/" + target + "/_refresh", null);
        long after = targetRest.get("/" + target + "/_count").path("count").asLong();
        if (before != documents || after != documents) {
            throw new IllegalStateException(
                    "The source has %,d documents and the copy %,d, not %,d".formatted(before, after, documents));
        }
    }

    /// Compares two indices by ids, versions and bytes.
    ///
    /// @param source in the cluster of the sources
    /// @param target in that of the targets
    /// @param documents that both must hold
    /// @throws IllegalStateException if they differ
    public void requireEqual(String source, String target, long documents) {
        targetRest.post("/" + target + "/_refresh", null);
        ComparisonReport report = IndexComparison.of(
                new IndexAddress(url(), source), new IndexAddress(targetUrl(), target), Set.of(), SAMPLES);
        if (!report.isClean() || report.equal() != documents) {
            throw new IllegalStateException("The copy differs from its source: " + report);
        }
    }

    /// Processor time of all search nodes so far.
    public Duration searchTime() {
        return ProcessTime.of(search().nodes().stream().map(SearchNode::pid).collect(Collectors.toSet()));
    }

    /// Processor time of all brokers so far.
    public Duration kafkaTime() {
        return ProcessTime.of(kafka.brokers().stream().map(KafkaBroker::pid).collect(Collectors.toSet()));
    }

    /// Ends all servers in good order, and puts a copy of their data aside. Nothing answers until it is
    /// [put back][#putBack].
    ///
    /// @param folder that the copy is put into; an existing one
    public KeptFolders keep(Path folder) throws IOException {
        rest.post("/_flush", null);
        targetRest.post("/_flush", null);
        return KeptFolders.of(servers(), folder);
    }

    /// Has all servers start once more from data that were put aside, at the same addresses, and waits until
    /// all shards are there.
    public void putBack(KeptFolders kept) throws IOException {
        kept.putBack();
        awaitAllShards(rest);
        awaitAllShards(targetRest);
    }

    private void awaitAllShards(BenchRest of) {
        of.get("/_cluster/health?wait_for_status=green&wait_for_no_relocating_shards=true&wait_for_nodes="
                + spec.nodes() + "&timeout=" + PATIENCE.toSeconds() + "s");
    }

    private List<LocalServer> servers() {
        List<LocalServer> all = new ArrayList<>(kafka.brokers());
        sides.clusters().forEach(cluster -> all.addAll(cluster.nodes()));
        return all;
    }

    @Override
    public void close() {
        rest.close();
        targetRest.close();
        sides.close();
        kafka.close();
        budgets.forEach(ProcessorBudget::close);
    }
}
