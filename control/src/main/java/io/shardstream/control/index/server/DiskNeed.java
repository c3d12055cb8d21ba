package io.shardstream.control.index.server;

/// What a copy will take of the target's disks.
///
/// @param primaryBytes what the source's primaries take
/// @param replicas copies of each shard of the target beside its primary
public record DiskNeed(long primaryBytes, int replicas) {
    /// A merge writes its result before it deletes what it was made of.
    private static final double MERGES = 1.5;

    public long bytes() {
        return primaryBytes * (1 + replicas);
    }

    public long bytesWithMerges() {
        return (long) (bytes() * MERGES);
    }
}
