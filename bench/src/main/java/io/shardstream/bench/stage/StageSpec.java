package io.shardstream.bench.stage;

import io.shardstream.localcluster.search.SearchServerVersion;
import java.util.Optional;

/// Which servers are wanted.
///
/// @param heapMegabytes of each node
/// @param cores of each node, as a budget of processor time, or 0 for as much as there is
/// @param target of a second cluster with as many nodes, for the targets; empty if they are in the same one
public record StageSpec(
        SearchServerVersion version, int nodes, int heapMegabytes, double cores, Optional<SearchServerVersion> target) {
    /// One cluster.
    public StageSpec(SearchServerVersion version, int nodes, int heapMegabytes, double cores) {
        this(version, nodes, heapMegabytes, cores, Optional.empty());
    }

    /// One node, which may use all processors.
    public static StageSpec one(SearchServerVersion version) {
        return new StageSpec(version, 1, 2048, 0);
    }

    /// The same with a second cluster of that version for the targets.
    public StageSpec withTarget(SearchServerVersion other) {
        return new StageSpec(version, nodes, heapMegabytes, cores, Optional.of(other));
    }

    /// Such as `3 nodes of elasticsearch:7.17.29 with 1,024 MB heap`.
    @Override
    public String toString() {
        return cluster(version)
                + target.map(other -> ", and " + cluster(other) + " for the target")
                        .orElse("");
    }

    private String cluster(SearchServerVersion of) {
        return (nodes == 1 ? "one node of " : nodes + " nodes of ")
                + of
                + " with %,d MB heap".formatted(heapMegabytes)
                + (cores > 0 ? " and %.2f processors each".formatted(cores) : "");
    }
}
