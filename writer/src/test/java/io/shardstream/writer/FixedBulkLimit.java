package io.shardstream.writer;

import io.shardstream.writer.limit.BulkLimit;
import io.shardstream.writer.limit.Pressure;
import java.util.List;

/// As many bulks as it was told, of at most so many bytes; smaller ones once the node has refused the size.
final class FixedBulkLimit implements BulkLimit {
    private final int bulks;
    private final List<Pressure> refusals;
    private long bulkBytes;

    /// @param refusals gets what the node refuses for
    FixedBulkLimit(int bulks, long bulkBytes, List<Pressure> refusals) {
        this.bulks = bulks;
        this.bulkBytes = bulkBytes;
        this.refusals = refusals;
    }

    @Override
    public int bulks(long nanos) {
        return bulks;
    }

    @Override
    public long bulkBytes() {
        return bulkBytes;
    }

    @Override
    public void taken(long bytes, long tookMillis, int underWay, long nanos) {}

    @Override
    public void refused(Pressure why, long nanos) {
        refusals.add(why);
    }

    @Override
    public void tooLarge(long bytes) {
        bulkBytes = Math.min(bulkBytes, bytes / 2);
    }
}
