package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.record.Answer;
import io.shardstream.common.record.CutoverNotes;
import io.shardstream.common.record.SignedOff;
import io.shardstream.common.record.Step;
import io.shardstream.control.controller.Term;
import io.shardstream.control.phase.RunStage;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is left to do when the target has taken the source's place: look back, and sign off.
final class Handover {
    private final Around around;
    private final Sides sides;
    private final Term term;
    private final Steps steps;

    Handover(Around around, Sides sides, Term term, Steps steps) {
        this.around = around;
        this.sides = sides;
        this.term = term;
        this.steps = steps;
    }

    void finish(RunStage.CuttingOver stage, CutoverNotes notes) throws Exception {
        CutoverNotes known = notes.blockedMillis() < 0 ? notes.swappedAfter(sinceBlock(notes)) : notes;
        boolean takesWrites = steps.take("see that the target takes writes", this::openTarget);
        boolean isThere = steps.take("see that the source takes none", this::closeSource);
        List<Long> last = isThere
                ? steps.take("look whether the source was written since", () -> {
                    List<Long> numbers = FinalNumbers.highest(new FinalNumbers(around.sourceShards()).now());
                    boolean same = numbers.equals(known.source());
                    return Optional.of(new Steps.Taken<>(numbers, same ? "it was not" : "it was: " + numbers));
                })
                : known.source();
        long rejects = steps.take("put the target's settings back", () -> {
            RunEnd.putBack(term, sides);
            return Optional.of(new Steps.Taken<>(around.lanes().state().rejected(), ""));
        });
        boolean isSame = last.equals(known.source());
        Optional<String> part = steps.tried(sides::applicationsPart);
        Instant now = term.clock().instant();
        SignedOff signed = new SignedOff(
                known.request().id(),
                sides.sourceIndex(),
                sides.targetIndex(),
                known.source(),
                last,
                known.target(),
                rejects,
                known.blockedMillis(),
                verdict(known),
                now);
        String sentence = isSame
                ? "Production is on '" + sides.targetIndex() + "'"
                : "Production is on '" + sides.targetIndex() + "', but '" + sides.sourceIndex()
                        + "' was written after its last number was taken (" + known.source() + ", then " + last
                        + "): look which operations those were";
        Answer answer = new Answer(
                known.request().id(),
                isSame ? Answer.Outcome.DONE : Answer.Outcome.DIFFERENT,
                sentence + ". " + wayBack(isThere)
                        + (takesWrites
                                ? ""
                                : " '" + sides.targetIndex()
                                        + "' has a write block that somebody else has set: lift it, or clients cannot"
                                        + " write.")
                        + part.map(todo -> " " + todo).orElse(""),
                now);
        Map<String, byte @Nullable []> records = new HashMap<>();
        records.put(Answer.key(answer.request()), answer.encode());
        records.put(SignedOff.KEY, signed.encode());
        records.put(CutoverNotes.KEY, known.encode());
        term.enter(stage.swapped("production is on " + sides.targetIndex()), records);
        RunEnd.putBackAgain(term, sides);
    }

    private String wayBack(boolean isSourceThere) {
        return "'" + sides.sourceIndex() + "' "
                + (isSourceThere
                        ? "stays blocked as the way back: 'rollback' takes it, 'release' gives it up."
                        : "is gone, so there is no way back: 'release' ends the run.");
    }

    /// Of a block of the run's own that was asked for before the swap the answer may have been lost, and it may come
    /// late.
    private Optional<Steps.Taken<Boolean>> openTarget() throws ElasticException {
        if (sides.isTargetBlocked() && !sides.unblockTarget()) {
            return Optional.empty();
        }
        boolean isOpen = !sides.isTargetBlocked();
        return Optional.of(new Steps.Taken<>(isOpen, isOpen ? "" : "it has a write block that somebody else has set"));
    }

    /// @return false if the source is gone
    private Optional<Steps.Taken<Boolean>> closeSource() throws ElasticException {
        try {
            if (sides.sourceBlock().now() == WriteBlock.WHOLE) {
                return Optional.of(new Steps.Taken<>(true, "it is blocked"));
            }
            return sides.sourceBlock()
                    .set()
                    .map(_ -> new Steps.Taken<>(true, "its block was lifted, and is set again"));
        } catch (ElasticException e) {
            sides.requireSourceGone(e);
            return Optional.of(new Steps.Taken<>(false, "it is gone"));
        }
    }

    private String verdict(CutoverNotes notes) {
        return term.all(Step.keyPrefix(notes.request().id()), Step::decode).stream()
                .filter(step -> step.name().equals(Cutover.LAST_COMPARISON) && step.isDone())
                .map(Step::detail)
                .reduce("", (_, later) -> later);
    }

    /// The controller that swapped died before it could say how long it took: at most this.
    private long sinceBlock(CutoverNotes notes) {
        return Math.max(
                0, term.clock().instant().toEpochMilli() - notes.blockedAt().toEpochMilli());
    }
}
