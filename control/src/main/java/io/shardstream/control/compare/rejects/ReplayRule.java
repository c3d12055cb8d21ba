package io.shardstream.control.compare.rejects;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.kafka.ControlRecords;
import java.util.Optional;

/// When rejects may be published again: while readers and writers are at work and nobody is cutting over.
/// Being late does no harm, as a writer writes nothing behind the fence; this is to say early that nothing
/// would come of it.
public final class ReplayRule {
    private ReplayRule() {}

    /// Why not now, as a sentence.
    ///
    /// @param records what the control topic of a prepared run says
    public static Optional<String> refusal(String run, ControlRecords records) {
        if (records.phase().map(RunPhase::phase).filter(Phase::isEnd).isPresent()) {
            return Optional.of("Run " + run + " has ended: nobody would write what is published. 'verify' names"
                    + " the documents that differ: index those yourself, if they are not newer or deleted by now ('rejects"
                    + " show --body' gives the bytes that were refused), or begin a new run under another name.");
        }
        boolean isWanted = records.openRequest()
                .filter(request -> request.kind() == Request.Kind.CUTOVER)
                .isPresent();
        if (isWanted || records.isIn(Phase.CUTTING_OVER)) {
            return Optional.of("Run " + run + " is cutting over, and rejects must not come in between: 'abort' ends the"
                    + " cut-over.");
        }
        return records.pause()
                .map(_ -> "Run " + run + " is paused: nobody writes what is published. 'resume' lets it go on.");
    }
}
