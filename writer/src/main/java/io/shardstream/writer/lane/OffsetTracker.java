package io.shardstream.writer.lane;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What became of each offset of one lane, and the contiguous prefix of those that have an outcome: no
/// more than that may be committed.
///
/// Takes 5 bytes for each offset between the last one handed out by [#takeRanges()] and the last one
/// added, rounded up to a power of two, and gives back what it has taken for many. Offsets that no record
/// has (a log may have gaps) belong to no range and hold nothing up.
final class OffsetTracker {
    private static final int FIRST_CAPACITY = 1024;
    /// A ring that is no larger is kept, however little there is to note.
    private static final int KEPT_CAPACITY = 4096;
    /// A larger one is given back when it is this many times too large, as a lane leaves it that stood still.
    private static final int MUCH_TOO_LARGE = 8;

    private static final byte GAP = 0;
    private static final byte OPEN = 1;
    private static final byte APPLIED = 2;
    private static final byte SUPERSEDED = 3;
    private static final byte REJECTED = 4;
    private static final int STATES = 5;

    /// A ring: the offset `n` lies at `n & (length - 1)`.
    private byte[] states = new byte[FIRST_CAPACITY];

    private int[] sizes = new int[FIRST_CAPACITY];
    private long base;
    private long prefix;
    private long end;

    /// @param first the first offset that has no outcome yet
    public OffsetTracker(long first) {
        this.base = first;
        this.prefix = first;
        this.end = first;
    }

    /// Notes a record that has no outcome yet.
    ///
    /// @param bytes length of its source
    /// @throws IllegalArgumentException if the offset is not above all that were added
    public void add(long offset, int bytes) {
        if (offset < end) {
            throw new IllegalArgumentException("offset " + offset + " came again, after " + (end - 1));
        }
        ensureRoomFor(offset + 1 - base);
        while (end < offset) {
            states[at(end++)] = GAP;
        }
        states[at(end)] = OPEN;
        sizes[at(end)] = bytes;
        end++;
        skipFinished();
    }

    /// Notes what became of a record.
    ///
    /// @throws IllegalArgumentException if the offset was not added, or already has an outcome
    public void finish(long offset, FinalOutcome outcome) {
        if (offset < prefix || offset >= end || states[at(offset)] != OPEN) {
            throw new IllegalArgumentException("offset " + offset + " does not wait for an outcome");
        }
        states[at(offset)] = stateOf(outcome);
        skipFinished();
    }

    /// The first offset without an outcome: what a commit may say.
    public long prefix() {
        return prefix;
    }

    /// Offsets from the last range handed out to the last one added.
    public long span() {
        return end - base;
    }

    /// The ranges from where the last call ended up to [#prefix()], one for each stretch without gaps.
    public List<OutcomeRange> takeRanges() {
        List<OutcomeRange> ranges = new ArrayList<>();
        while (base < prefix) {
            if (states[at(base)] == GAP) {
                base++;
            } else {
                ranges.add(takeRange());
            }
        }
        giveRoomBack();
        return ranges;
    }

    private OutcomeRange takeRange() {
        long from = base;
        long bytes = 0;
        long[] counts = new long[STATES];
        while (base < prefix && states[at(base)] != GAP) {
            counts[states[at(base)]]++;
            bytes += sizes[at(base)];
            base++;
        }
        return new OutcomeRange(from, base, counts[APPLIED], counts[SUPERSEDED], counts[REJECTED], bytes);
    }

    private static byte stateOf(FinalOutcome outcome) {
        return switch (outcome) {
            case APPLIED -> APPLIED;
            case SUPERSEDED -> SUPERSEDED;
            case REJECTED -> REJECTED;
        };
    }

    private void skipFinished() {
        while (prefix < end && states[at(prefix)] != OPEN) {
            prefix++;
        }
    }

    private int at(long offset) {
        return (int) offset & (states.length - 1);
    }

    private void ensureRoomFor(long span) {
        if (span <= states.length) {
            return;
        }
        if (span > 1 << 30) {
            throw new IllegalArgumentException("too many offsets without an outcome: " + span);
        }
        resize(Math.max(Integer.highestOneBit((int) span - 1) << 1, FIRST_CAPACITY));
    }

    private void giveRoomBack() {
        if (states.length > KEPT_CAPACITY && span() <= states.length / MUCH_TOO_LARGE) {
            resize(Math.max(Integer.highestOneBit((int) span()) << 2, KEPT_CAPACITY));
        }
    }

    /// How many offsets it has taken memory for.
    int capacity() {
        return states.length;
    }

    /// @param capacity a power of two, for all offsets that are there
    private void resize(int capacity) {
        byte[] moreStates = new byte[capacity];
        int[] moreSizes = new int[capacity];
        Arrays.fill(moreStates, GAP);
        for (long offset = base; offset < end; offset++) {
            moreStates[(int) offset & (capacity - 1)] = states[at(offset)];
            moreSizes[(int) offset & (capacity - 1)] = sizes[at(offset)];
        }
        states = moreStates;
        sizes = moreSizes;
    }
}
