package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.run.block.Freed;
import io.shardstream.control.run.block.OurBlocks;
import io.shardstream.control.run.block.ReturnedNames;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.SourceCopies;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.block.Whereabouts;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.RunStage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Takes a cut-over back. Production waits for it, so it is tried until it is done.
///
/// Where a swap was told the target has the say: the token goes first, and the source's block last. Where
/// none was told none can happen: whoever goes on with the cut-over takes a name for the block first, and
/// sees then that it was lifted. So the source is freed without a word from the target, whose writers get
/// their alias back later.
final class Undo {
    private static final String GIVE_BACK = "give the write alias back";
    static final String FREE = "lift the source's write block";

    private final Sides sides;
    private final ControllerEpoch term;

    Undo(Sides sides, ControllerEpoch term) {
        this.sides = sides;
        this.term = term;
    }

    /// Lets clients write to the source again, and the run go on.
    ///
    /// @param cutover the request that is given up
    /// @return false if the swap has happened, so that there is nothing to take back
    boolean takeBack(Steps steps, RunStage.CuttingOver stage, Request cutover, String why) throws Exception {
        if ((RecordedSteps.swap(term, cutover) || hasLostController(steps)) && !targetIsOpen(steps)) {
            return false;
        }
        Freed freed = steps.take(FREE, () -> sides.freeSource().map(now -> new Steps.Taken<>(now, detail(now))));
        // A forced one goes on with a block that it finds, and takes its name.
        ReturnedNames.giveBack(sides.sourceBlock(), sides.targetBlock());
        note(stage, cutover, why, freed);
        return true;
    }

    /// Kafka was put back to an earlier state, and what a later controller has told is lost with it.
    private boolean hasLostController(Steps steps) throws Exception {
        return sides.sourceBlock().own().isPresent()
                && steps.tried(() ->
                        sides.foundSource().isPresent() && sides.sourceBlock().isOfLater());
    }

    /// @param steps without a deadline
    /// @return false if the swap has happened, so that there is nothing to take back
    boolean targetIsOpen(Steps steps) throws Exception {
        while (true) {
            // Asked before the step is told, so that the token of a later controller stays.
            TargetPosition place = steps.tried(sides::place);
            switch (place) {
                case TargetPosition.Fenced(String token) -> open(steps, token);
                case TargetPosition.Open _,
                        TargetPosition.Live _,
                        TargetPosition.Returned _,
                        TargetPosition.Unmarked _ -> {
                    return found(steps, place);
                }
            }
        }
    }

    /// Whether the token was still there is seen when the place is asked for again.
    private void open(Steps steps, String token) throws Exception {
        steps.take(GIVE_BACK, "token " + token + " is gone", () -> {
            boolean isLifted = sides.unblockTarget();
            boolean _ = isLifted && sides.unfence(token);
            return Optional.of(isLifted);
        });
    }

    private boolean found(Steps steps, TargetPosition place) throws Exception {
        boolean isMoved = place instanceof TargetPosition.Live
                || (place instanceof TargetPosition.Unmarked && steps.tried(this::isMovedWithoutMark));
        String what = switch (place) {
            case TargetPosition.Fenced _, TargetPosition.Open _ -> "they have";
            case TargetPosition.Live _ -> "the swap has happened";
            case TargetPosition.Returned _, TargetPosition.Unmarked _ ->
                isMoved ? "the swap has happened, and its mark is gone" : "there is none, and no token";
        };
        boolean mayBeBlocked = place instanceof TargetPosition.Open && OurBlocks.mayBeOnTarget(term);
        steps.take("see that writers have their alias", what, () -> {
            return Optional.of(!mayBeBlocked || sides.unblockTarget());
        });
        return !isMoved;
    }

    /// Whether production is on the target although it has no mark of the swap: somebody has taken that away.
    /// In one cluster the source loses its aliases by the swap alone.
    private boolean isMovedWithoutMark() throws ElasticException {
        List<String> moved = term.read(CutoverNotes.KEY, CutoverNotes::decode)
                .flatMap(CutoverNotes::aliases)
                .orElse(List.of());
        if (moved.isEmpty() || !sides.oneCluster()) {
            return false;
        }
        Set<String> onTarget = Whereabouts.aliases(
                sides.target(), sides.targetIndex(), term.plan().targetUuid());
        Set<String> onSource = Whereabouts.aliases(sides.source(), sides.sourceIndex(), sides.sourceUuid());
        return moved.stream().anyMatch(onTarget::contains) && moved.stream().noneMatch(onSource::contains);
    }

    /// Writes down that the cut-over is over, when the source has been freed.
    ///
    /// @param cutover the request that is given up
    void note(RunStage.CuttingOver stage, Request cutover, String why, Freed freed) {
        Answer answer = new Answer(
                cutover.id(),
                Answer.Outcome.ABORTED,
                "The cut-over was aborted: " + FullStop.of(why) + " " + sentence(freed)
                        + new SourceCopies(sides, term).leftBy(cutover.id()),
                term.clock().instant());
        Map<String, byte @Nullable []> records = new HashMap<>();
        records.put(Answer.key(cutover.id()), answer.encode());
        records.put(CutoverNotes.KEY, null);
        records.put(OwnBlock.key(Side.SOURCE), null);
        term.enter(stage.abort("the last cut-over was aborted: " + why), records);
    }

    /// @return what is found out about the source, for the step that frees it
    static String detail(Freed freed) {
        return switch (freed) {
            case UNTOUCHED -> "the run has not blocked it";
            case OPEN -> "";
            case FOREIGN -> "there is one that this run did not set, as far as it can tell: it stays";
            case GONE -> "the source is gone";
            case ANOTHER -> "another index has the source's name";
        };
    }

    private String sentence(Freed freed) {
        String index = "'" + sides.sourceIndex() + "'";
        return switch (freed) {
            case UNTOUCHED -> "Nothing was blocked, and the run goes on.";
            case OPEN -> "Clients write to " + index + " again, and the run goes on.";
            case FOREIGN ->
                index + " has a write block that this run did not set, as far as it can tell. It stays, and the run"
                        + " goes on.";
            case GONE -> index + " is gone, so nothing of it is blocked. 'abort --run' gives the run up.";
            case ANOTHER ->
                index + " is not the index that this run copied: it was deleted and created again. 'abort --run' gives"
                        + " the run up.";
        };
    }
}
