package io.shardstream.common.runfile;

/// How hard a writer process works.
///
/// @param bulkBytes the most that one bulk request of several documents may have, in bytes
/// @param bulkScope whose records one bulk request holds
/// @param bulksInFlight bulk requests of the process that may be under way to one data node at the same time, 1 to 64
/// @param maxBytes bytes of documents that the process holds in memory, at least one bulk
public record WriterConfig(long bulkBytes, BulkScope bulkScope, int bulksInFlight, long maxBytes) {
    public WriterConfig {
        if (bulksInFlight < 1) {
            throw new IllegalArgumentException("a bulk must be in flight, got " + bulksInFlight);
        }
        if (bulkBytes < 1 || maxBytes < bulkBytes) {
            throw new IllegalArgumentException("a bulk of " + bulkBytes + " bytes must fit into " + maxBytes);
        }
    }
}
