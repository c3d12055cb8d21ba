package io.shardstream.control.cutover;

import io.shardstream.common.record.Answer;
import io.shardstream.common.record.CutoverNotes;
import io.shardstream.common.record.Request;
import io.shardstream.control.controller.Term;
import io.shardstream.control.phase.RunStage;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Takes a cut-over back: the token first, and the source's block last. Production waits for it, so it is
/// tried until it is done.
final class Undo {
    private final Sides sides;

    Undo(Sides sides) {
        this.sides = sides;
    }

    /// @param steps without a deadline
    /// @return false if the swap has happened, so that there is nothing to take back
    boolean targetIsOpen(Steps steps) throws Exception {
        return steps.take("give the write alias back", () -> {
            Place place = sides.place();
            return switch (place) {
                case Place.Fenced(String token) -> {
                    sides.target().unblock(sides.targetIndex());
                    yield sides.unfence(token)
                            ? Optional.of(new Steps.Taken<>(true, "token " + token + " is gone"))
                            : Optional.empty();
                }
                case Place.Open _ -> Optional.of(new Steps.Taken<>(true, "it was never taken away"));
                case Place.Live _ -> Optional.of(new Steps.Taken<>(false, "the swap has happened"));
                case Place.Returned _, Place.Unmarked _ ->
                    Optional.of(new Steps.Taken<>(true, "there is none, and no token"));
            };
        });
    }

    /// After [#targetIsOpen(Steps)]: lets clients write to the source again, and the run go on.
    ///
    /// @param cutover the request that is given up
    void goOn(Steps steps, Term term, RunStage.CuttingOver stage, Request cutover, String why) throws Exception {
        steps.take("lift the source's write block", "", () -> {
            sides.source().unblock(sides.sourceIndex());
            return Optional.of(true);
        });
        Answer answer = new Answer(
                cutover.id(),
                Answer.Outcome.ABORTED,
                "The cut-over was aborted: " + why + ". Clients write to '" + sides.sourceIndex()
                        + "' again, and the run goes on.",
                term.clock().instant());
        Map<String, byte @Nullable []> records = new HashMap<>();
        records.put(Answer.key(cutover.id()), answer.encode());
        records.put(CutoverNotes.KEY, null);
        term.enter(stage.abort("the last cut-over was aborted: " + why), records);
    }
}
