package io.shardstream.reader.window;

import io.shardstream.common.shard.page.PageSize;

/// How many sequence numbers the next window spans: as many as hold the wanted number of documents at the
/// density last seen, at most twice as many as before. Where updates and deletes have left few documents a
/// window may span far more numbers than a search may return; what it brings is limited by [PageSize#hits()]
/// all the same.
///
/// @param span numbers of the next window, 1 to [#WIDEST]
/// @param page how many documents it may bring
public record WindowWidth(long span, PageSize page) {
    /// Numbers of a window at most.
    static final long WIDEST = 1 << 20;

    /// Where several documents have one number, windows are this much narrower than what a search may return.
    private static final double ROOM = 0.75;

    private static final double HALF = 0.5;
    private static final long MOST_PARTS = 1024;

    public WindowWidth {
        if (span < 1 || span > WIDEST) {
            throw new IllegalArgumentException("a span must be 1 to " + WIDEST + ", got " + span);
        }
    }

    /// As wide as if every number had a document.
    public static WindowWidth first(PageSize page) {
        return new WindowWidth(page.documents(), page);
    }

    /// The most documents that a search for that window may bring.
    public int hits(Window window) {
        return window.isSingle() ? page.hitsTogether() : page.hits();
    }

    /// After a window of `read` numbers that was answered.
    ///
    /// @param found documents in it
    /// @param bytes of the answer
    /// @param largest bytes of the largest of them
    public WindowWidth after(long read, int found, long bytes, long largest) {
        // A short window, such as the last one of a round, may narrow the next one but not widen it.
        boolean isShort = read < span;
        PageSize next = isShort ? page.afterLess(found, bytes, largest) : page.after(found, bytes, largest);
        double most = isShort ? (double) span : 2.0 * read;
        return found == 0 ? with(most, next) : with(Math.min(most, spanOf(next, read, found)), next);
    }

    /// After a window of `read` numbers whose answer was too large.
    public WindowWidth afterTooLarge(long read) {
        return with((double) Math.min(span, read / 2), page.afterTooLarge());
    }

    /// After a window of `read` numbers that held more documents than its search might bring.
    ///
    /// @param found how many it holds
    public WindowWidth afterTooMany(long read, long found) {
        return with(Math.min((double) span, spanOf(page, read, found)), page);
    }

    /// Into how many parts such a window is divided.
    public int parts(Window window, long found) {
        long wanted = Math.ceilDiv(found, Math.max(1, (long) (ROOM * page.documents())));
        return (int) Math.clamp(wanted, 2, Math.min(window.span(), MOST_PARTS));
    }

    /// The same with another page.
    public WindowWidth with(PageSize other) {
        return new WindowWidth(span, other);
    }

    /// After a question that failed.
    public WindowWidth afterFailure() {
        PageSize next = page.afterFailure();
        return with(span * ((double) next.documents() / page.documents()), next);
    }

    /// After a question that was too much for whoever should answer it. Where one document is all that was
    /// aimed at, the window may hold several all the same.
    ///
    /// @param asked how many documents it aimed at
    public WindowWidth afterTooMuch(int asked) {
        PageSize next = page.afterTooMuch(asked);
        double part = page.documents() == 1 ? HALF : (double) next.documents() / page.documents();
        return with(span * part, next);
    }

    /// The same for an index that allows other windows.
    public WindowWidth within(int most) {
        return new WindowWidth(span, page.within(most));
    }

    private static double spanOf(PageSize page, long read, long found) {
        double density = (double) found / read;
        double documents =
                density > 1 ? Math.min(page.documents(), ROOM * page.bounds().most()) : page.documents();
        return documents / density;
    }

    private static WindowWidth with(double span, PageSize page) {
        return new WindowWidth(Math.clamp((long) span, 1, WIDEST), page);
    }
}
