package io.shardstream.workload.load;

import java.util.Arrays;

/// Counts durations in buckets that are at most an eighth wide of what they hold, so that a quantile costs nothing
/// to keep.
public final class Latencies {
    private static final int STEPS = 8;
    private static final int STEP_BITS = 3;

    private final long[] buckets = new long[Long.SIZE * STEPS];
    private long count;
    private long most;

    /// @param micros in microseconds; below 0 counts as 0
    public void add(long micros) {
        long value = Math.max(0, micros);
        buckets[bucket(value)]++;
        count++;
        most = Math.max(most, value);
    }

    public long count() {
        return count;
    }

    /// The largest one, in microseconds; 0 if there is none.
    public long most() {
        return most;
    }

    /// The duration in microseconds that this part of all did not exceed, up to the width of a bucket too much.
    public long quantile(double part) {
        long rank = (long) Math.ceil(part * count);
        long seen = 0;
        for (int bucket = 0; bucket < buckets.length; bucket++) {
            seen += buckets[bucket];
            if (seen >= rank && seen > 0) {
                return Math.min(most, top(bucket));
            }
        }
        return 0;
    }

    private static int bucket(long value) {
        if (value < STEPS) {
            return (int) value;
        }
        int magnitude = Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - STEP_BITS;
        return (magnitude + 1) * STEPS + (int) (value >>> magnitude) - STEPS;
    }

    private static long top(int bucket) {
        if (bucket < STEPS) {
            return bucket;
        }
        int magnitude = bucket / STEPS - 1;
        return ((long) (bucket % STEPS + STEPS + 1) << magnitude) - 1;
    }

    @Override
    public String toString() {
        return "count %d, p50 %d us, p99 %d us, most %d us, buckets %d"
                .formatted(
                        count,
                        quantile(0.5),
                        quantile(0.99),
                        most,
                        Arrays.stream(buckets).filter(n -> n > 0).count());
    }
}
