package io.shardstream.bench.stage;

import io.shardstream.localcluster.search.ServerVersion;

/// Which servers are wanted.
///
/// @param heapMegabytes of each node
/// @param cores of each node, as a budget of processor time, or 0 for as much as there is
public record StageSpec(ServerVersion version, int nodes, int heapMegabytes, double cores) {
    /// One node, which may use all processors.
    public static StageSpec one(ServerVersion version) {
        return new StageSpec(version, 1, 2048, 0);
    }

    /// Such as `3 nodes of elasticsearch:7.17.29 with 1,024 MB heap`.
    @Override
    public String toString() {
        return (nodes == 1 ? "one node of " : nodes + " nodes of ")
                + version
                + " with %,d MB heap".formatted(heapMegabytes)
                + (cores > 0 ? " and %.2f processors each".formatted(cores) : "");
    }
}
