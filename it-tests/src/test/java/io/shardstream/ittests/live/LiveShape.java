package io.shardstream.ittests.live;

/// What the indices of a run are like.
///
/// @param sourceSettings of the source, as a JSON object
/// @param target further lines of the run file's section `target`
/// @param replication of the run's topics
record LiveShape(int sourceShards, String sourceSettings, String target, int replication) {
    /// Three shards into five, all with one replica.
    static final LiveShape STANDARD =
            new LiveShape(3, "{\"number_of_shards\": 3, \"number_of_replicas\": 1}", "shards: 5\nreplicas: 1", 3);
}
