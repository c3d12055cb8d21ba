package io.shardstream.control.cutover;

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
        steps.take("see that the target takes writes", "", () -> {
            // Of a block that was asked for before the swap the answer may have been lost, and it may come late.
            return Optional.of(!sides.targetBlock().now().isThere() || sides.unblockTarget());
        });
        boolean _ = steps.take("see that the source takes none", () -> {
            if (sides.sourceBlock().now() == WriteBlock.WHOLE) {
                return Optional.of(new Steps.Taken<>(true, "it is blocked"));
            }
            return sides.sourceBlock()
                    .set()
                    .map(_ -> new Steps.Taken<>(true, "its block was lifted, and is set again"));
        });
        List<Long> last = steps.take("look whether the source was written since", () -> {
            List<Long> numbers = FinalNumbers.highest(new FinalNumbers(around.sourceShards()).now());
            boolean same = numbers.equals(known.source());
            return Optional.of(new Steps.Taken<>(numbers, same ? "it was not" : "it was: " + numbers));
        });
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
                sentence + ". '" + sides.sourceIndex() + "' stays blocked as the way back: 'rollback' takes it,"
                        + " 'release' gives it up."
                        + part.map(todo -> " " + todo).orElse(""),
                now);
        Map<String, byte @Nullable []> records = new HashMap<>();
        records.put(Answer.key(answer.request()), answer.encode());
        records.put(SignedOff.KEY, signed.encode());
        records.put(CutoverNotes.KEY, known.encode());
        term.enter(stage.swapped("production is on " + sides.targetIndex()), records);
        RunEnd.putBackAgain(term, sides);
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
