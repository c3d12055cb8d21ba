package io.shardstream.writer.send;

/// As many bulks as the operator said; smaller ones once the target has refused the size.
public final class FixedBulkLimit implements BulkLimit {
    private static final long LEAST_BYTES = 64 << 10;

    private final int bulks;
    private long bulkBytes;

    public FixedBulkLimit(int bulks, long bulkBytes) {
        if (bulks < 1) {
            throw new IllegalArgumentException("bulks in flight must be at least 1, got " + bulks);
        }
        if (bulkBytes < 1) {
            throw new IllegalArgumentException("bulk bytes must be at least 1, got " + bulkBytes);
        }
        this.bulks = bulks;
        this.bulkBytes = bulkBytes;
    }

    @Override
    public int bulks() {
        return bulks;
    }

    @Override
    public long bulkBytes() {
        return bulkBytes;
    }

    @Override
    public void taken(long bytes, long tookMillis) {
        // The operator's number stands.
    }

    @Override
    public void overloaded() {
        // Each bulk backs off by itself.
    }

    /// Half of what was refused, unless the limit is lower already: several bulks of the old size may
    /// still come back.
    @Override
    public void tooLarge(long bytes) {
        bulkBytes = Math.min(bulkBytes, Math.max(LEAST_BYTES, bytes / 2));
    }
}
