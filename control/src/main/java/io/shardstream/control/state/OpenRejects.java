package io.shardstream.control.state;

import io.shardstream.common.record.Reject;
import io.shardstream.common.record.RejectRecord;
import io.shardstream.common.record.Replacement;
import io.shardstream.common.record.Replayed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Which rejected states are still open, as the rejects topic and the lanes' offsets tell it: a state that was
/// published again is open until that record has its outcome, and after that only if it was rejected once more, there
/// or later. Neither target nor source is asked. What is not rejected there has been taken, or superseded by a newer
/// state: a writer commits an offset only when every reject below it is stored.
public final class OpenRejects {
    private final HighestOffsets rejected = new HighestOffsets();
    private final Map<Long, Place> published = new HashMap<>();

    /// Where a state was published again last.
    private record Place(int lane, long offset) {
        Place later(Place other) {
            return other.offset > offset ? other : this;
        }
    }

    public void add(RejectRecord record, int lane) {
        long state = StateHash.of(record.document());
        switch (record) {
            case Reject reject -> rejected.add(state, reject.docsOffset());
            case Replayed replayed -> published.merge(state, new Place(lane, replayed.docsOffset()), Place::later);
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
        return published.keySet().stream()
                .filter(state -> rejected.of(state) != HighestOffsets.NONE && !isOpen(state, committed))
                .count();
    }

    /// How many are open only because a record by which they were published again has no outcome yet.
    ///
    /// @param committed as above
    public long underReplay(List<Long> committed) {
        return published.entrySet().stream()
                .filter(entry -> {
                    long at = rejected.of(entry.getKey());
                    Place place = entry.getValue();
                    return at != HighestOffsets.NONE
                            && at < place.offset()
                            && committed.get(place.lane()) <= place.offset();
                })
                .count();
    }

    /// @param state its [StateHash]
    /// @param committed by lane, the offset below which every record has its outcome; read before the rejects were
    public boolean isOpen(long state, List<Long> committed) {
        long at = rejected.of(state);
        Place place = published.get(state);
        return at != HighestOffsets.NONE
                && (place == null || at >= place.offset() || committed.get(place.lane()) <= place.offset());
    }
}
