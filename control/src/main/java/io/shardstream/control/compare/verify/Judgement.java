package io.shardstream.control.compare.verify;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.RejectedStates;
import io.shardstream.control.compare.version.TargetPlaces;
import java.util.List;

/// What the judges of one comparison share.
///
/// @param run both ends
/// @param asking how shards are asked
/// @param rejects what the target refused
/// @param shown by target shard, what its searches show at least: every record whose outcome was waited for
/// @param listed the same of when foreign documents were listed: in the first of several rounds
/// @param options how source and target are compared
/// @param verdicts where verdicts go
record Judgement(
        ComparedRun run,
        Asking asking,
        RejectedStates rejects,
        List<Visible> shown,
        List<Visible> listed,
        VerificationOptions options,
        Verdicts verdicts) {
    /// Finds documents in the target.
    TargetPlaces places() {
        return new TargetPlaces(run, asking, shown);
    }

    /// Whether a document of the target came after foreign ones were listed.
    ///
    /// @param held as the target has it
    /// @param targetShard where
    boolean isUnlisted(DocumentName held, int targetShard) {
        return held.seqNo() > listed.get(targetShard).highest();
    }

    /// The same with verdicts that go elsewhere.
    Judgement telling(Verdicts others) {
        return new Judgement(run, asking, rejects, shown, listed, options, others);
    }

    /// Takes what was judged, some at a time: tells it, and mends it if that is wanted.
    interface Verdicts {
        void accept(List<DocumentDifference> some) throws ElasticException, NotPrimaryException, InterruptedException;
    }
}
