package io.shardstream.writer.limit;

/// How much may be under way to one data node at once: a policy, told how each bulk ended. Moments are nanoseconds from
/// any beginning.
public interface BulkLimit {
    /// Bulks that may be under way now; 0 while the node gets nothing.
    int bulks(long nanos);

    /// Bytes that a bulk of several records may have.
    long bulkBytes();

    /// The node took a bulk.
    ///
    /// @param bytes of the bulk
    /// @param tookMillis how long the node says it worked
    /// @param underWay how many bulks were under way with it, this one included
    void taken(long bytes, long tookMillis, int underWay, long nanos);

    /// The node, or something on the way, did not take a bulk or some of its records now.
    void refused(Pressure why, long nanos);

    /// The node will not take a request of so many bytes.
    void tooLarge(long bytes);
}
