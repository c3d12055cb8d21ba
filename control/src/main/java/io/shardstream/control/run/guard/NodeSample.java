package io.shardstream.control.run.guard;

import tools.jackson.databind.JsonNode;

/// What a data node has counted since its start, and holds at the moment, as `_nodes/stats` tells it. Units:
/// times in milliseconds.
///
/// @param searches of production, of single shards
/// @param searchMillis that they took on the node's threads
/// @param searchPool threads for searches
/// @param writePool threads for writes
/// @param pressureBytes of writes that are under way
/// @param pressureLimit from which writes are refused, 0 if it is not told
/// @param pressureRefused writes that were refused for it
/// @param tripped how often circuit breakers refused anything
/// @param cpu of the whole machine, in percent, below 0 if it is not told
record NodeSample(
        long searches,
        long searchMillis,
        Pool searchPool,
        Pool writePool,
        long pressureBytes,
        long pressureLimit,
        long pressureRefused,
        long tripped,
        int cpu) {
    /// A pool of threads.
    ///
    /// @param threads how many
    /// @param queue what waits for one of them
    /// @param rejected what found the queue full
    record Pool(int threads, int queue, long rejected) {}

    /// @param node below `nodes` of the answer
    /// @param ownGroup searches that are not production's
    static NodeSample of(JsonNode node, String ownGroup) {
        JsonNode search = node.path("indices").path("search");
        JsonNode own = search.path("groups").path(ownGroup);
        JsonNode pressure = node.path("indexing_pressure").path("memory");
        JsonNode total = pressure.path("total");
        long tripped = 0;
        for (JsonNode breaker : node.path("breakers")) {
            tripped += breaker.path("tripped").asLong(0);
        }
        return new NodeSample(
                search.path("query_total").asLong(0) - own.path("query_total").asLong(0),
                search.path("query_time_in_millis").asLong(0)
                        - own.path("query_time_in_millis").asLong(0),
                poolOf(node.path("thread_pool").path("search")),
                poolOf(node.path("thread_pool").path("write")),
                pressure.path("current").path("all_in_bytes").asLong(0),
                pressure.path("limit_in_bytes").asLong(0),
                total.path("coordinating_rejections").asLong(0)
                        + total.path("primary_rejections").asLong(0)
                        + total.path("replica_rejections").asLong(0),
                tripped,
                node.path("os").path("cpu").path("percent").asInt(-1));
    }

    private static Pool poolOf(JsonNode pool) {
        return new Pool(
                pool.path("threads").asInt(0),
                pool.path("queue").asInt(0),
                pool.path("rejected").asLong(0));
    }

    /// Whether the node has gone on counting since: one that was started again begins anew.
    boolean follows(NodeSample earlier) {
        return searches >= earlier.searches
                && searchMillis >= earlier.searchMillis
                && searchPool.rejected >= earlier.searchPool.rejected
                && writePool.rejected >= earlier.writePool.rejected
                && pressureRefused >= earlier.pressureRefused
                && tripped >= earlier.tripped;
    }
}
