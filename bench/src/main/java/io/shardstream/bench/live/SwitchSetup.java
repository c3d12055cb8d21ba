package io.shardstream.bench.live;

import io.shardstream.bench.stage.StageSpec;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.util.List;

/// Where production is before a cut-over and after it, and how clients get there. Each is a benchmark of its own.
enum SwitchSetup {
    ONE_NODE(
            "cutover",
            "The time without writes in a cut-over, with one percent deleted before, and each step (B10).",
            "they write through an alias, which the cut-over moves"),
    THREE_NODES(
            "cutover-three-nodes",
            "The same as 'cutover' on three nodes, where each shard has a replica.",
            "they write through an alias, which the cut-over moves"),
    TWO_CLUSTERS(
            "cutover-two-clusters",
            "The same as 'cutover' from one cluster to another; a second --server is the target's.",
            "they write through an alias, and cutover.on-swap tells them to write to the other cluster; that call counts"),
    OPENSEARCH(
            "cutover-opensearch",
            "The same as 'cutover-two-clusters' to OpenSearch, whose documents are counted by its own numbers.",
            "they write through an alias, and cutover.on-swap tells them to write to the other cluster; that call counts"),
    REPLACED_INDEX(
            "cutover-replace-index",
            "The same as 'cutover' where clients write by the index's own name, which becomes an alias.",
            "they write by the name of the index, which cutover.replace-index makes an alias; the copy (_clone) counts");

    private static final String ELASTICSEARCH = "elasticsearch:9.5.3";
    private static final String OPENSEARCH_TARGET = "opensearch:3.8.0";
    private static final int SEVERAL = 3;
    private static final int HEAP_OF_SEVERAL = 1024;
    private static final long SMALL = 100_000;
    private static final long LARGE = 1_000_000;

    private final String command;
    private final String what;
    private final String clients;

    SwitchSetup(String command, String what, String clients) {
        this.command = command;
        this.what = what;
        this.clients = clients;
    }

    /// The name of the benchmark.
    String command() {
        return command;
    }

    /// What it measures, for its help.
    String what() {
        return what;
    }

    /// How clients reach production, before and after.
    String clients() {
        return clients;
    }

    /// How many documents are copied, one size after the other.
    List<Long> documents() {
        return this == ONE_NODE ? List.of(SMALL, LARGE) : List.of(LARGE);
    }

    /// Which servers are wanted.
    ///
    /// @param wanted by somebody: the first for the source, the last for a target in another cluster; may be empty
    StageSpec servers(List<SearchServerVersion> wanted) {
        SearchServerVersion source = wanted.isEmpty() ? SearchServerVersion.parse(ELASTICSEARCH) : wanted.getFirst();
        StageSpec one = StageSpec.one(source);
        return switch (this) {
            case ONE_NODE, REPLACED_INDEX -> one;
            case THREE_NODES -> new StageSpec(source, SEVERAL, HEAP_OF_SEVERAL, 0);
            case TWO_CLUSTERS -> one.withTarget(wanted.isEmpty() ? source : wanted.getLast());
            case OPENSEARCH ->
                one.withTarget(wanted.size() < 2 ? SearchServerVersion.parse(OPENSEARCH_TARGET) : wanted.getLast());
        };
    }

    /// Of each shard of source and target.
    int replicas() {
        return this == THREE_NODES ? 1 : 0;
    }

    /// Whether clients must be told where to write.
    boolean hasTwoClusters() {
        return this == TWO_CLUSTERS || this == OPENSEARCH;
    }

    /// Whether the name of the source is that of production.
    boolean replacesIndex() {
        return this == REPLACED_INDEX;
    }
}
