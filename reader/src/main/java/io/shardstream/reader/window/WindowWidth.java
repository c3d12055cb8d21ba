package io.shardstream.reader.window;

/// How many sequence numbers the next window spans: as many as fill a response of the wanted size at the
/// density last seen, at most twice as many as before.
///
/// @param span numbers of the next window, 1 to `widest`
/// @param widest the most that one search may return, `index.max_result_window`
/// @param wantedBytes wanted size of a response
public record WindowWidth(long span, long widest, long wantedBytes) {
    private static final long FIRST_SPAN = 256;

    public WindowWidth {
        if (span < 1 || span > widest) {
            throw new IllegalArgumentException("a span must be 1 to " + widest + ", got " + span);
        }
        if (wantedBytes < 1) {
            throw new IllegalArgumentException("a response must have a byte, got " + wantedBytes);
        }
    }

    public static WindowWidth first(long widest, long wantedBytes) {
        return new WindowWidth(Math.min(FIRST_SPAN, widest), widest, wantedBytes);
    }

    /// After a window of `read` numbers whose response had that many bytes.
    public WindowWidth after(long read, long bytes) {
        double fitting = (double) read * wantedBytes / Math.max(1, bytes);
        // A short window, such as the last one of a round, may narrow the next one but not widen it.
        long most = read < span ? span : 2 * read;
        return with((long) Math.min(fitting, (double) most));
    }

    /// After a window of `read` numbers whose response was too large or held too many documents.
    public WindowWidth afterTooLarge(long read) {
        return with(Math.min(span, read / 2));
    }

    /// The same for an index that allows other windows.
    public WindowWidth within(long newWidest) {
        return new WindowWidth(Math.min(span, newWidest), newWidest, wantedBytes);
    }

    private WindowWidth with(long newSpan) {
        return new WindowWidth(Math.clamp(newSpan, 1, widest), widest, wantedBytes);
    }
}
