package io.shardstream.writer.send;

/// How much may be under way to the target at once: a policy, told how each bulk ended.
public interface BulkLimit {
    /// Bulks that may be under way, at least 1.
    int bulks();

    /// Bytes that a bulk of several records may have.
    long bulkBytes();

    /// The target took a bulk.
    void taken(long bytes, long tookMillis);

    /// The target had too much to do, or did not answer.
    void overloaded();

    /// The target will not take a request of so many bytes.
    void tooLarge(long bytes);
}
