package io.shardstream.control.state;

import java.util.List;

/// Where a rejected state was published again, in one number: the offset, and the lane in its lowest bits. A document
/// is always in the same lane, so the highest number has the highest offset.
final class ReplayPlace {
    private static final int LANE_BITS = 16;
    private static final long LANE = (1L << LANE_BITS) - 1;

    private ReplayPlace() {}

    static long of(int lane, long offset) {
        return offset << LANE_BITS | lane;
    }

    static long offset(long place) {
        return place >> LANE_BITS;
    }

    /// @param committed by lane, the offset below which every record has its outcome
    static boolean hasOutcome(long place, List<Long> committed) {
        return committed.get((int) (place & LANE)) > offset(place);
    }
}
