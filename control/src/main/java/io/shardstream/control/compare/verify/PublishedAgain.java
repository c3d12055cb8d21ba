package io.shardstream.control.compare.verify;

import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.version.ComparedRun;
import java.util.HashSet;
import java.util.Set;

/// The states that one verification has published again, and what it means where the target does not have one
/// of them although it was written: a write without effect is one that the target has refused as older, so
/// that it remembers the delete of a state with a higher version.
///
/// By word that is the state of another source shard, under another routing: within a shard a delete has a
/// lower word than what comes after it. By the source's own versions the source has counted from 1 again, as
/// it does when it has forgotten a delete (`index.gc_deletes`). Where somebody else has deleted it in the
/// target that looks the same.
final class PublishedAgain {
    /// Of more nothing is known; they are published as often as anything.
    private static final int MOST = 100_000;

    private final Set<State> underWay = new HashSet<>();
    private final Set<State> written = new HashSet<>();

    private record State(DocumentKey document, long version) {}

    void add(DocumentKey document, long version) {
        if (underWay.size() + written.size() < MOST) {
            underWay.add(new State(document, version));
        }
    }

    /// Whatever was published until now has its outcome.
    void areWritten() {
        written.addAll(underWay);
        underWay.clear();
    }

    /// The same, or of another kind where a document is missing and publishing it again is of no use.
    DocumentDifference judged(DocumentDifference difference, ComparedRun run) {
        boolean isInVain = difference.kind() == Kind.MISSING
                && written.contains(new State(difference.document(), difference.sourceVersion()));
        return isInVain ? difference.as(inTheWay(difference, run)) : difference;
    }

    /// Where the target has a multiple of the source's shards, each of them is taken to take from one source
    /// shard, and nothing of another one can be in the way. That is not so where both route by different
    /// functions: the plan does not say how the source routes. Where no document with a custom routing is
    /// copied, an id is always in the same source shard; elsewhere one without may have had one before.
    private static Kind inTheWay(DocumentDifference difference, ComparedRun run) {
        int shards = run.plan().sourceShards();
        boolean mayHaveMoved = run.plan().reading().mayRoute() && difference.sourceShard() < shards - 1;
        return switch (run.versions()) {
            case SEQNO -> mayHaveMoved && run.plan().lanes() % shards != 0 ? Kind.COLLISION : Kind.MISSING;
            case SOURCE -> Kind.AHEAD;
            case CREATE -> Kind.MISSING;
        };
    }
}
