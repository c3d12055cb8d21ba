package io.shardstream.control.run.clean;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.run.cutover.ProductionAt;
import java.util.Optional;

/// Whether what a run has in Kafka is still needed: to go on, to let clients write again, or as the way back.
public final class Necessity {
    private Necessity() {}

    /// What a run is needed for and which command ends that, as a sentence; empty if it is over.
    ///
    /// @param said what its control topic says
    public static Optional<String> of(String run, ControlRecords said) {
        Phase phase = said.phase().map(RunPhase::phase).orElse(Phase.BACKFILL);
        return switch (phase) {
            case BACKFILL, CATCHING_UP ->
                Optional.of("Run " + run + " is not over: it is in " + phase.label()
                        + ". 'abort --run' gives it up, and then 'clean' can delete what it has.");
            case CUTTING_OVER ->
                Optional.of("Run " + run + " is being cut over: 'cutover' goes on with it, 'abort' takes it back.");
            case COMPLETED ->
                said.of(CutoverNotes.KEY, CutoverNotes::decode).isEmpty() || isReleased(said)
                        ? Optional.empty()
                        : Optional.of("Run " + run + " has been cut over, and what it has is the way back: 'release'"
                                + " gives that up, and then 'clean' can delete it."
                                + ProductionAt.sourceIndex(said)
                                        .map(source -> " Where production is on '" + source
                                                + "' again, 'rollback --moved-by-hand' ends the run.")
                                        .orElse(""));
            case ABORTED, FAILED -> Optional.empty();
        };
    }

    /// The ids of requests begin with what was asked for.
    private static boolean isReleased(ControlRecords said) {
        return said.all(Answer.key(Request.Kind.RELEASE.label()), Answer::decode).stream()
                .anyMatch(answer -> switch (answer.outcome()) {
                    case DONE, DIFFERENT -> true;
                    case REFUSED, ABORTED -> false;
                });
    }
}
