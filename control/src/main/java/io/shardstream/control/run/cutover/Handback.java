package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.run.block.ApplicationsPart;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.Loss;
import io.shardstream.control.run.block.LossCount;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.SourceCopies;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.block.SwappedBack;
import io.shardstream.control.run.block.Written;
import io.shardstream.control.run.condition.LostChanges;
import io.shardstream.control.run.equality.AtSwap;
import io.shardstream.control.run.equality.FinalNumbers;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.RunStage;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is left to do when the source has taken its place back: let clients write to it, look what was lost,
/// and end the run. Until the source takes writes production has none, so no other request takes the place of
/// this, and whichever comes first when a controller has died in between does it. The target may be gone for
/// good by then.
final class Handback {
    static final String LIFT = "lift the source's write block";

    /// Production waits for what comes behind the swap back.
    private static final Duration ASKING = Duration.ofSeconds(2);

    private final CutoverContext around;
    private final Sides sides;
    private final ControllerEpoch term;
    private final Request request;
    private final Steps steps;
    private final CutoverNotes notes;
    private final Loss accepted;

    /// @param request the rollback, or another one that found production back
    /// @param taken for it before
    Handback(
            CutoverContext around,
            Sides sides,
            ControllerEpoch term,
            Request request,
            CutoverNotes notes,
            Steps taken) {
        this.around = around;
        this.sides = sides;
        this.term = term;
        this.request = request;
        this.steps = new Steps(term, request, around.sleeper()).after(taken).patient();
        this.notes = notes;
        this.accepted = Loss.acceptedBy(request);
    }

    /// Answers the request, and with it the rollbacks whose place it has taken.
    void finish(RunStage.Completed stage) throws Exception {
        if (steps.tried(sides::foundSource).isEmpty()) {
            refuseGone();
            return;
        }
        // Before clients write to it, who wait for that, and once more behind it.
        Steps.Asked<Optional<String>> lost = steps.soon(ASKING, () -> steps.tried(this::lostBySource));
        try {
            boolean _ = steps.take(LIFT, this::lift);
        } catch (ElasticException.Refused e) {
            refuse("Production went back to '" + sides.sourceIndex() + "', which still takes no writes: the "
                    + FullStop.of(String.valueOf(e.getMessage())) + " Run 'rollback' again when that is mended.");
            return;
        }
        boolean isKnown = lost.answer().flatMap(told -> told).isPresent();
        end(stage, words(isKnown ? lost : steps.soon(() -> steps.tried(this::lostBySource))));
    }

    /// What the source has lost, or that nobody could see it, as sentences behind a space; empty if its
    /// numbers tell of nothing.
    private String words(Steps.Asked<Optional<String>> lost) {
        String index = "'" + sides.sourceIndex() + "'";
        return lost.answer()
                .map(told -> told.map(sentence ->
                                " Also, " + sentence + toKeep() + " Write to " + index + " what is missing there.")
                        .orElse(""))
                .orElseGet(() -> " Whether " + index + " has lost documents since the cut-over could not be seen: "
                        + FullStop.of(lost.why()));
    }

    /// What the source has lost since the cut-over, as sentences: its disk may have been put back while
    /// production moved to it. One that is gone by then is told when production is looked for.
    ///
    /// @throws NotPrimaryException also while its cluster's answers do not agree whether it is there
    private Optional<String> lostBySource() throws ElasticException, NotPrimaryException {
        SourceNow source = new SourceNow(sides);
        if (!source.isThere()) {
            return Optional.empty();
        }
        try {
            return new WayBack(around, sides, term, notes, false, steps.sleeper()).lost();
        } catch (BlockedException e) {
            if (source.isThere()) {
                throw new NotPrimaryException(String.valueOf(e.getMessage()));
            }
            return Optional.empty();
        }
    }

    /// Looked at anew at each try, as it may be deleted between two. The block of another index that has the
    /// source's name is not the run's.
    private Optional<Steps.Taken<Boolean>> lift() throws ElasticException {
        Optional<FoundIndex> found = sides.foundSource();
        if (found.isEmpty()) {
            return Optional.of(new Steps.Taken<>(false, "it is gone"));
        }
        if (!found.get().uuid().equals(sides.sourceUuid())) {
            return Optional.of(new Steps.Taken<>(false, "another index has its name"));
        }
        return sides.sourceBlock().giveBack() ? Optional.of(new Steps.Taken<>(true, "")) : Optional.empty();
    }

    private void refuseGone() {
        refuse("Production went back to '" + sides.sourceIndex() + "', which is gone now. Restore it, or move"
                + " production's aliases to an index that is there." + toKeep());
    }

    private String toKeep() {
        return " '" + sides.targetIndex() + "' may be the last copy of what both held: keep it.";
    }

    /// Somebody else may have lifted the target's block in between: what clients wrote then was counted
    /// nowhere.
    ///
    /// @param lost what the source has lost, as sentences behind a space
    private void end(RunStage.Completed stage, String lost) throws Exception {
        // What may take minutes comes first, and what has become of the source is looked at behind it.
        Steps.Asked<Written> counted = steps.soon(this::count);
        SwappedBack now = new SwappedBack(sides, term, notes.aliases().orElse(List.of()), steps);
        SwappedBack.Told target = now.target();
        SwappedBack.Source source = now.source();
        if (source.isGone()) {
            refuseGone();
            return;
        }
        SwappedBack.Told aliases = now.aliases();
        Optional<String> part = isForApplications(source, aliases)
                ? new ApplicationsPart(sides).afterSwapBack(notes.aliases(), steps)
                : Optional.empty();
        Written written = counted.answer().orElseGet(() -> new Written.Uncounted(counted.why()));
        // That a target does not answer is told to whoever accepts whatever it is, too.
        boolean isCovered = counted.answer().isPresent() && accepted.covers(written);
        String changes =
                source.isAnother() ? "" : changes(written, counted.answer().isPresent());
        String others = OtherAliases.afterSwapBack(sides, term);
        boolean isBack = !source.isAnother() && aliases.isAsLeft();
        String sentence = where(source, aliases)
                + (isCovered ? "." : (isBack ? ", but " : ". Also, ") + lost(written) + ": look which those were.")
                + source.access()
                + " '" + sides.targetIndex() + "' "
                + (target.isAsLeft()
                        ? SwappedBack.BLOCKED + ", through its alias '"
                                + sides.names().blockPrefix() + "...'; this run has ended."
                        : FullStop.of(target.words()) + " This run has ended.")
                + (source.isAnother() ? toKeep() : lost)
                + PutBackTarget.lost(sides, term)
                + others
                + changes
                + new SourceCopies(sides, term).leftForGood()
                + part.map(todo -> " " + todo).orElse("");
        boolean isAsMeant = isBack
                && lost.isEmpty()
                && source.access().isEmpty()
                && target.isAsLeft()
                && isCovered
                && changes.isEmpty()
                && others.isEmpty();
        Answer.Outcome outcome = isAsMeant ? Answer.Outcome.DONE : Answer.Outcome.DIFFERENT;
        term.enter(stage.rolledBack("rolled back to " + sides.sourceIndex()), answers(outcome, sentence));
    }

    /// Where production is, as a part of a sentence or as sentences without the last full stop.
    private String where(SwappedBack.Source source, SwappedBack.Told aliases) {
        String index = "'" + sides.sourceIndex() + "'";
        if (source.isAnother()) {
            return "Production went back to " + index
                    + ", but the index of that name is not the one that this run copied: it was deleted and created"
                    + " again. A write block of it is not this run's, and stays"
                    + (aliases.isAsLeft() ? "" : "; " + aliases.words());
        }
        return aliases.isAsLeft()
                ? "Production is on " + index + " again"
                : "The swap back has happened, but " + aliases.words() + ". If production belongs on " + index
                        + ", move its aliases there (POST /_aliases)";
    }

    /// Applications that use aliases in one cluster follow them.
    private boolean isForApplications(SwappedBack.Source source, SwappedBack.Told aliases) throws Exception {
        if (source.isAnother()) {
            return false;
        }
        return aliases.isAsLeft()
                || !steps.soon(() -> steps.tried(sides::oneCluster)).answer().orElse(true);
    }

    private boolean isRollback() {
        return request.kind() == Request.Kind.ROLLBACK;
    }

    private Map<String, byte @Nullable []> answers(Answer.Outcome outcome, String sentence) {
        Answer answer = new Answer(
                request.id(),
                isRollback() ? outcome : Answer.Outcome.REFUSED,
                toWhomeverAsked(sentence),
                term.clock().instant());
        Map<String, byte @Nullable []> answers =
                new HashMap<>(OpenRollbacks.before(request, term).answers(outcome, sentence));
        answers.put(Answer.key(answer.request()), answer.encode());
        return answers;
    }

    private void refuse(String sentence) {
        OpenRollbacks.before(request, term).end(Answer.Outcome.REFUSED, sentence);
        term.answer(request, Answer.Outcome.REFUSED, toWhomeverAsked(sentence));
    }

    private String toWhomeverAsked(String sentence) {
        return isRollback() ? sentence : "Not done: a rollback had moved production back before. " + sentence;
    }

    private Written count() throws Exception {
        if (PutBackTarget.isKnown(term)) {
            return PutBackTarget.written();
        }
        return new LossCount(sides, new FinalNumbers(around.targetShards()), AtSwap.of(term, notes), accepted, steps)
                .take("count once more, when nobody writes to the target any more", true);
    }

    /// Production is back already, whatever they are.
    ///
    /// @param isTargetSeen whether the target has answered
    private String changes(Written written, boolean isTargetSeen) throws Exception {
        boolean areWritesLost = !(written instanceof Written.Counted(long operations) && operations == 0);
        Steps.Asked<String> changes = isTargetSeen
                ? steps.soon(() -> steps.tried(() -> LostChanges.sentence(
                        sides, notes.request(), around.settings().intended(), !areWritesLost)))
                : new Steps.Asked<>(Optional.empty(), "it does not answer");
        return changes.answer()
                .orElseGet(() -> accepted instanceof Loss.Whatever
                        ? ""
                        : " What '" + sides.targetIndex() + "' was given since the swap could not be compared with '"
                                + sides.sourceIndex() + "': " + FullStop.of(changes.why()));
    }

    private String lost(Written written) {
        return switch (written) {
            case Written.Counted(long operations) ->
                "clients wrote " + operations + " operations to '" + sides.targetIndex()
                        + "' since the swap, which the source does not have"
                        + (isRollback()
                                ? ", and only " + request.options().getOrDefault(Loss.OPTION, "0") + " were accepted"
                                : "");
            case Written.Uncounted(String why) ->
                "the operations that clients wrote to '" + sides.targetIndex()
                        + "' since the swap cannot be counted once more (" + why + ")";
        };
    }
}
