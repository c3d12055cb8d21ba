package io.shardstream.common.shard.page;

import java.util.Arrays;

/// Where the hits of a response begin, found without looking at what the documents hold.
///
/// Every hit begins with the same bytes, `{"_index":"<name>",`. A document may hold these bytes too. But each
/// real beginning is one of their occurrences: where there are as many occurrences as hits, there is none
/// within a document.
final class HitStarts {
    /// Of all that a hit begins with, a quote before an underscore is rarest in documents.
    private static final long QUOTES = JsonCursor.ONES * '"';
    private static final long UNDERSCORES = JsonCursor.ONES * '_';

    private static final int BEFORE_THE_QUOTE = 1;

    private HitStarts() {}

    /// @param from where the first hit begins
    /// @param prefix how many bytes from there on every hit begins with, at least three: a brace, a quote and
    ///     an underscore
    /// @param end of the response
    /// @param wanted how many hits there are
    /// @return where they begin, in order; one too many if the bytes occur more often than that
    static int[] of(byte[] bytes, int from, int prefix, int end, int wanted) {
        int[] starts = new int[Math.max(1, wanted + 1)];
        int found = 0;
        int at = from + BEFORE_THE_QUOTE;
        while (found <= wanted) {
            at = quoteBeforeUnderscore(bytes, at, end);
            if (at < 0) {
                break;
            }
            int start = at - BEFORE_THE_QUOTE;
            if (start + prefix <= end && Arrays.equals(bytes, from, from + prefix, bytes, start, start + prefix)) {
                starts[found] = start;
                found++;
                at = start + prefix;
            } else {
                at++;
            }
        }
        return Arrays.copyOf(starts, found);
    }

    /// The next place from there on, eight at a time; -1 if there is none. The caller looks at it again,
    /// since a byte that follows one that was found may be named as well.
    private static int quoteBeforeUnderscore(byte[] bytes, int from, int end) {
        int at = from;
        while (at + 1 + Long.BYTES <= end) {
            long quotes = JsonCursor.zeroBytes((long) JsonCursor.EIGHT_BYTES.get(bytes, at) ^ QUOTES);
            long underscores = JsonCursor.zeroBytes((long) JsonCursor.EIGHT_BYTES.get(bytes, at + 1) ^ UNDERSCORES);
            long found = quotes & underscores;
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            at += Long.BYTES;
        }
        while (at + 1 < end) {
            if (bytes[at] == '"' && bytes[at + 1] == '_') {
                return at;
            }
            at++;
        }
        return -1;
    }
}
