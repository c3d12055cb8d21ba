package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.state.controller.Journal;
import java.util.Map;
import java.util.function.Supplier;

/// The phase of a run that is being cut over, in whose place somebody has written what nobody can read. The
/// notes of the cut-over say so too: they come with the phase, and go with it or get an answer. Without a
/// phase no controller begins, and production would wait for one.
public final class LostPhase {
    private LostPhase() {}

    /// Writes the phase again, as the only controller.
    ///
    /// @param said what the control topic says
    /// @param journals opened only if there is something to write
    /// @return whether it was written; if not, nothing was changed
    /// @throws io.shardstream.common.loop.BlockedException if the notes cannot be read either
    public static boolean restore(ControlRecords said, Supplier<Journal> journals) {
        if (!isLost(said)) {
            return false;
        }
        try (Journal journal = journals.get()) {
            ControlRecords now = journal.takeOver();
            if (!isLost(now)) {
                return false;
            }
            long epoch = now.of(Controller.KEY, Controller::decode)
                    .map(Controller::epoch)
                    .orElse(0L);
            journal.write(Map.of(RunPhase.KEY, new RunPhase(Phase.CUTTING_OVER, epoch, "").encode()));
            return true;
        }
    }

    private static boolean isLost(ControlRecords said) {
        return said.hasUnreadablePhase()
                && said.of(CutoverNotes.KEY, CutoverNotes::decode)
                        .filter(notes -> said.of(Answer.key(notes.request().id()), Answer::decode)
                                .isEmpty())
                        .isPresent();
    }
}
