package io.shardstream.writer.limit;

/// How many bytes a bulk may have: larger step by step as long as that pays, the last size that paid otherwise, tried
/// again now and then; half of what the node finds too large. Only bulks that were about as large as they might be say
/// anything.
public final class BulkSize {
    private static final long LEAST = 64 << 10;
    private static final long FIRST = 1 << 20;
    private static final double STEP = 1.25;
    private static final double PAYS = 0.97;
    private static final int SAMPLES = 16;
    private static final int RESTS = 8;

    private long most;
    private long bytes;
    private long smaller;
    private double costOfSmaller = Double.MAX_VALUE;
    private double cost;
    private int samples;
    private int rest;

    /// @param most never more than this; the operator's number
    public BulkSize(long most) {
        if (most < 1) {
            throw new IllegalArgumentException("bulk bytes must be at least 1, got " + most);
        }
        this.most = most;
        this.bytes = Math.min(most, FIRST);
        this.smaller = bytes;
    }

    public long bytes() {
        return bytes;
    }

    /// A bulk came back well.
    public void taken(long bulkBytes, long tookMillis) {
        if (bulkBytes < bytes * 3 / 4) {
            return;
        }
        cost += (double) tookMillis / bulkBytes;
        samples++;
        if (samples == SAMPLES) {
            judge(cost / samples);
            samples = 0;
            cost = 0;
        }
    }

    private void judge(double mean) {
        if (rest > 0) {
            rest--;
            costOfSmaller = mean;
        } else if (bytes > smaller && mean > costOfSmaller * PAYS) {
            bytes = smaller;
            rest = RESTS;
        } else if (bytes < most) {
            smaller = bytes;
            costOfSmaller = mean;
            bytes = Math.min(most, (long) (bytes * STEP));
        }
    }

    /// The node takes no request of so many bytes. Several of the old size may come back.
    public void tooLarge(long refused) {
        most = Math.min(most, Math.max(Math.min(LEAST, most), refused / 2));
        bytes = Math.min(bytes, most);
        smaller = Math.min(smaller, bytes);
    }

    /// The node has too little memory for bulks of this size now, or does not answer them in time.
    public void halve() {
        bytes = Math.max(Math.min(LEAST, most), bytes / 2);
        smaller = bytes;
        rest = RESTS;
    }
}
