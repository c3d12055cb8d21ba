package io.shardstream.common.runfile;

/// What a process needs of that which a run file takes from environment variables and files. The rest is not looked up,
/// and need not be there.
enum Needs {
    /// How to reach Kafka.
    KAFKA,
    /// Also what opens the documents that lie there.
    DOCUMENTS,
    /// Also how to reach source and target: all there is.
    CLUSTERS
}
