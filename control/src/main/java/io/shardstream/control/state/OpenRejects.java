package io.shardstream.control.state;

import io.shardstream.common.record.Reject;
import io.shardstream.common.record.RejectRecord;
import io.shardstream.common.record.Replacement;
import io.shardstream.common.record.Replayed;
import java.util.List;

/// Which rejected states are still open, as the rejects topic and the lanes' offsets tell it: a state that was
/// published again is open until that record has its outcome, and after that only if it was rejected once more, there
/// or later. Neither target nor source is asked. What is not rejected there has been taken, or superseded by a newer
/// state: a writer commits an offset only when every reject below it is stored.
public final class OpenRejects {
    private final HighestOffsets rejected = new HighestOffsets();
    private final HighestOffsets published = new HighestOffsets();

    /// Where a state was published again last, in one number: the offset, and the lane in its lowest bits. A state is
    /// always in the same lane, so the highest number has the highest offset.
    private static final class Place {
        private static final int LANE_BITS = 16;
        private static final long LANE = (1L << LANE_BITS) - 1;

        static long of(int lane, long offset) {
            return offset << LANE_BITS | lane;
        }

        static long offset(long place) {
            return place >> LANE_BITS;
        }

        static boolean hasOutcome(long place, List<Long> committed) {
            return committed.get((int) (place & LANE)) > offset(place);
        }
    }

    public void add(RejectRecord record, int lane) {
        long state = StateHash.of(record.document());
        switch (record) {
            case Reject reject -> rejected.add(state, reject.docsOffset());
            case Replayed replayed -> published.add(state, Place.of(lane, replayed.docsOffset()));
            case Replacement _ -> {}
        }
    }

    /// How many states were rejected, open or not.
    public long rejected() {
        return rejected.size();
    }

    /// How many are open.
    ///
    /// @param committed by lane, the offset below which every record has its outcome; read before the rejects were
    public long open(List<Long> committed) {
        return rejected.size() - closed(committed);
    }

    /// How many are not open any more.
    public long closed(List<Long> committed) {
        return count((at, place) -> !isOpen(at, place, committed));
    }

    /// How many are open only because a record by which they were published again has no outcome yet.
    ///
    /// @param committed as above
    public long underReplay(List<Long> committed) {
        return count((at, place) -> at < Place.offset(place) && !Place.hasOutcome(place, committed));
    }

    @FunctionalInterface
    private interface Condition {
        /// @param at where the state was rejected last
        /// @param place where it was published again last
        boolean holds(long at, long place);
    }

    /// Of those that were published again.
    private long count(Condition condition) {
        long[] count = {0};
        published.forEach((state, place) -> {
            long at = rejected.of(state);
            count[0] += at != HighestOffsets.NONE && condition.holds(at, place) ? 1 : 0;
        });
        return count[0];
    }

    /// @param state its [StateHash]
    /// @param committed by lane, the offset below which every record has its outcome; read before the rejects were
    public boolean isOpen(long state, List<Long> committed) {
        long at = rejected.of(state);
        long place = published.of(state);
        return at != HighestOffsets.NONE && (place == HighestOffsets.NONE || isOpen(at, place, committed));
    }

    private static boolean isOpen(long at, long place, List<Long> committed) {
        return at >= Place.offset(place) || !Place.hasOutcome(place, committed);
    }
}
