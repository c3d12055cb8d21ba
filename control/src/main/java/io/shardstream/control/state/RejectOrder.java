package io.shardstream.control.state;

import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.VersionMode;

/// Which of two states of a document that were rejected is the newer one.
///
/// Words say so themselves, wherever they lie. The source's own versions do not: a source that has forgotten
/// a delete counts from 1 again, and an application may give a lower one then. So the state that lies behind
/// the other in the lane is the newer one there; where it is an older one that was published late, a
/// comparison finds that, as the source has a newer one.
///
/// @param versions which versions the run's documents have
public record RejectOrder(VersionMode versions) {
    /// Whether places in the lane decide, and not versions.
    boolean isByPlace() {
        return versions == VersionMode.SOURCE;
    }

    /// Whether a state that is read later in the rejects topic, and has another version, is the newer one.
    ///
    /// @param docsOffset of its reject
    /// @param known version of the other one
    /// @param knownOffset of the other one's reject
    public boolean isNewer(long version, long docsOffset, long known, long knownOffset) {
        // Readers note what they do not publish when they have read it, writers what they have read before that.
        boolean isPlaceUnknown = knownOffset == Reject.NOT_PUBLISHED && docsOffset != Reject.NOT_PUBLISHED;
        return (isByPlace() && !isPlaceUnknown)
                ? docsOffset == Reject.NOT_PUBLISHED || docsOffset > knownOffset
                : version > known;
    }
}
