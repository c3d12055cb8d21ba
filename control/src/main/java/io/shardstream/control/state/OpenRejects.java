package io.shardstream.control.state;

import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.Replacement;
import io.shardstream.common.contract.record.Replayed;
import java.util.List;

/// Which rejected states are still open, as the rejects topic and the lanes' offsets tell it: a state that was
/// published again is open until that record has its outcome, and after that only if it was rejected once more, there
/// or later. Neither target nor source is asked. What is not rejected there has been taken, or superseded by a newer
/// state: a writer commits an offset only when every reject below it is stored.
///
/// Keeps something of each state: [OpenDocuments] counts without that.
public final class OpenRejects {
    private final HashedNumbers rejected = new HashedNumbers();
    private final HashedNumbers published = new HashedNumbers();

    public void add(RejectRecord record, int lane) {
        long state = StateHash.of(record.document());
        switch (record) {
            case Reject reject -> rejected.raise(state, reject.docsOffset());
            case Replayed replayed -> published.raise(state, ReplayPlace.of(lane, replayed.docsOffset()));
            case Replacement _ -> {}
        }
    }

    /// @param state its [StateHash]
    /// @param committed by lane, the offset below which every record has its outcome; read before the rejects were
    public boolean isOpen(long state, List<Long> committed) {
        long at = rejected.of(state);
        long place = published.of(state);
        return at != HashedNumbers.NONE
                && (place == HashedNumbers.NONE
                        || at >= ReplayPlace.offset(place)
                        || !ReplayPlace.hasOutcome(place, committed));
    }
}
