package io.shardstream.writer.limit;

/// How many bytes a bulk may have: larger step by step as long as that pays, the last size that paid
/// otherwise, tried again now and then; half of what the node finds too large, and more again after a while,
/// since that may have been a limit of something on the way. Only bulks that were about as large as they
/// might be say anything.
final class BulkSize {
    private static final long LEAST = 64 << 10;
    private static final long FIRST = 1 << 20;
    private static final double STEP = 1.25;
    private static final double PAYS = 0.97;
    private static final int SAMPLES = 16;
    private static final int RESTS = 8;

    /// After so many samples of the largest size that is left a larger one is tried.
    private static final int SAMPLES_AT_MOST = 64;

    /// The operator's number.
    private final long ceiling;

    private long most;
    /// The most before a larger size was tried; 0 if none was.
    private long mostBefore;

    private int samplesAtMost;
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
        this.ceiling = most;
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
        } else if (most < ceiling && ++samplesAtMost == SAMPLES_AT_MOST) {
            samplesAtMost = 0;
            mostBefore = most;
            most = Math.min(ceiling, (long) (most * STEP));
        }
    }

    /// The node takes no request of so many bytes. Several of the old size may come back.
    public void tooLarge(long refused) {
        long half = Math.max(Math.min(LEAST, most), refused / 2);
        most = Math.min(most, refused > mostBefore ? Math.max(half, mostBefore) : half);
        samplesAtMost = 0;
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
