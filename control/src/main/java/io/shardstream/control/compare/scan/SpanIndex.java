package io.shardstream.control.compare.scan;

import java.util.Arrays;
import java.util.List;

/// Finds the span that holds a number, in a time that hardly grows with how many spans there are: a run over
/// 1,024 source shards has as many, and each document or block of a shard is looked up.
public final class SpanIndex {
    /// What [#of] gives where no span holds the number.
    public static final int NONE = -1;

    private final long[] from;
    private final long[] to;

    /// @param spans from the lowest, apart from each other
    public SpanIndex(List<NumberSpan> spans) {
        this.from = spans.stream().mapToLong(NumberSpan::from).toArray();
        this.to = spans.stream().mapToLong(NumberSpan::to).toArray();
        for (int i = 1; i < from.length; i++) {
            if (from[i] < to[i - 1]) {
                throw new IllegalArgumentException(
                        "spans must be in order and apart, got " + spans.get(i - 1) + " before " + spans.get(i));
            }
        }
    }

    /// The place in the list of the span that holds a number, or [#NONE].
    public int of(long number) {
        int last = lastFrom(number);
        return last >= 0 && number < to[last] ? last : NONE;
    }

    /// Whether a span holds any number of a block.
    ///
    /// @param first of the block
    /// @param end the first number above the block
    boolean meets(long first, long end) {
        int last = lastFrom(end - 1);
        return last >= 0 && to[last] > first;
    }

    /// The last span that begins at a number or below it; -1 if there is none.
    private int lastFrom(long number) {
        int found = Arrays.binarySearch(from, number);
        return found >= 0 ? found : -found - 2;
    }
}
