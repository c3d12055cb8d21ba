package io.shardstream.writer.limit;

/// How many bulks may be under way to one node: one more in each window in which all places were used and hardly a bulk
/// waited inside the node; fewer if several did, and half when the node refused. The rule for waiting is TCP Vegas's:
/// of `n` bulks that take `c` a byte where one alone takes `b`, `n (1 - b/c)` wait.
///
/// What a byte costs alone changes with the node's other work, so the least cost is believed for some windows
/// only; then half of the places stay empty for two windows, in the second of which it is measured anew.
///
/// Costs are milliseconds that the node worked for each byte, so that bulks of any size compare; each bulk counts some
/// bytes more than it has, for the work that none of them causes.
final class Concurrency {
    private static final long OVERHEAD_BYTES = 64 << 10;
    private static final double FEW_WAIT = 1.2;
    private static final double MANY_WAIT = 3;
    private static final int BELIEVED_WINDOWS = 30;
    private static final int DRAINING = BELIEVED_WINDOWS + 1;
    private static final int MEASURING = BELIEVED_WINDOWS + 2;

    private final int most;
    private double limit = 1;
    private double leastCost = Double.MAX_VALUE;
    /// Windows since the least cost was measured. Up to [#BELIEVED_WINDOWS] it is believed; in [#DRAINING] and
    /// [#MEASURING], which follow, half of the places stay empty.
    private int age;
    private long took;
    private long bytes;
    private boolean usedUp;
    private boolean wasCut;

    /// @param most places at most, from 1
    public Concurrency(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("bulks in flight must be at least 1, got " + most);
        }
        this.most = most;
    }

    /// Places, from 0.
    public int places() {
        return age > BELIEVED_WINDOWS ? Math.max(1, (int) limit / 2) : (int) limit;
    }

    /// A bulk came back well.
    ///
    /// @param underWay how many were under way, this one included
    public void taken(long bulkBytes, long tookMillis, int underWay) {
        took += Math.max(1, tookMillis);
        bytes += bulkBytes + OVERHEAD_BYTES;
        usedUp |= underWay >= places();
    }

    /// The node refused: half of the places, once a window.
    ///
    /// @param least places that are left
    /// @return whether it was the first time in this window
    public boolean halve(int least) {
        if (wasCut) {
            return false;
        }
        limit = Math.max(least, Math.floor(limit / 2));
        age = Math.min(age, BELIEVED_WINDOWS);
        wasCut = true;
        return true;
    }

    /// A window is over.
    public void windowOver() {
        if (limit < 1) {
            // One bulk finds out whether the node has recovered.
            limit = 1;
        } else if (bytes > 0) {
            judge((double) took / bytes);
        }
        took = 0;
        bytes = 0;
        usedUp = false;
        wasCut = false;
    }

    private void judge(double cost) {
        if (age == MEASURING || cost < leastCost) {
            leastCost = cost;
            age = 0;
        } else {
            age++;
        }
        if (!wasCut && age < DRAINING) {
            adjust(limit * (1 - leastCost / cost));
        }
    }

    private void adjust(double waiting) {
        if (waiting > MANY_WAIT) {
            limit = Math.max(1, limit * 0.9);
        } else if (usedUp && waiting <= FEW_WAIT) {
            limit = Math.min(most, limit + 1);
        }
    }
}
