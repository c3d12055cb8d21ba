package io.shardstream.writer.limit;

import java.time.Duration;

/// The limit for one data node: places and size found out by what the node says, in windows of a second or as long as a
/// bulk takes. A block closes the gate but for a bulk now and then, which finds out whether it is lifted.
public final class NodeLimit implements BulkLimit {
    private static final long WINDOW = Duration.ofSeconds(1).toNanos();
    private static final long LONGEST_WINDOW = Duration.ofSeconds(10).toNanos();
    private static final long BETWEEN_PROBES = Duration.ofSeconds(5).toNanos();
    private static final int UNANSWERED_FOR_THEIR_SIZE = 2;

    private final Concurrency concurrency;
    private final BulkSize size;
    private long windowBegan;
    private long window = WINDOW;
    private boolean blocked;
    private long nextProbe;
    private int unansweredInARow;

    /// @param most bulks under way at most, from 1
    /// @param mostBytes of a bulk
    /// @param nanos now
    public NodeLimit(int most, long mostBytes, long nanos) {
        this.concurrency = new Concurrency(most);
        this.size = new BulkSize(mostBytes);
        this.windowBegan = nanos;
    }

    @Override
    public int bulks(long nanos) {
        pass(nanos);
        if (blocked) {
            return nanos - nextProbe < 0 ? 0 : 1;
        }
        return concurrency.places();
    }

    @Override
    public long bulkBytes() {
        return size.bytes();
    }

    @Override
    public void taken(long bytes, long tookMillis, int underWay, long nanos) {
        blocked = false;
        unansweredInARow = 0;
        concurrency.taken(bytes, tookMillis, underWay);
        size.taken(bytes, tookMillis);
        window = Math.clamp(Duration.ofMillis(tookMillis).toNanos(), WINDOW, LONGEST_WINDOW);
        pass(nanos);
    }

    @Override
    public void refused(Pressure why, long nanos) {
        switch (why) {
            case OVERLOAD -> halve(0, nanos);
            case MEMORY -> {
                if (halve(0, nanos)) {
                    size.halve();
                }
            }
            case BLOCK -> {
                blocked = true;
                nextProbe = nanos + BETWEEN_PROBES;
            }
            case UNANSWERED -> {
                if (halve(1, nanos)) {
                    unanswered();
                }
            }
        }
    }

    /// One may be lost with a connection; of several in a row the bulks may take too long.
    private void unanswered() {
        unansweredInARow++;
        if (unansweredInARow >= UNANSWERED_FOR_THEIR_SIZE) {
            size.halve();
        }
    }

    /// Lasts for a whole window.
    ///
    /// @return whether it was the first time in this one
    private boolean halve(int least, long nanos) {
        pass(nanos);
        boolean first = concurrency.halve(least);
        if (first) {
            windowBegan = nanos;
        }
        return first;
    }

    @Override
    public void tooLarge(long bytes) {
        size.tooLarge(bytes);
    }

    private void pass(long nanos) {
        if (nanos - windowBegan >= window) {
            concurrency.windowOver();
            windowBegan = nanos;
        }
    }
}
