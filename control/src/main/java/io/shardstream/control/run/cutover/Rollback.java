package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.Lifeline;
import io.shardstream.control.run.block.Loss;
import io.shardstream.control.run.block.LossCount;
import io.shardstream.control.run.block.NamedBlock;
import io.shardstream.control.run.block.OurBlocks;
import io.shardstream.control.run.block.ReplacedException;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.block.SwappedAliases;
import io.shardstream.control.run.block.Written;
import io.shardstream.control.run.equality.AtSwap;
import io.shardstream.control.run.equality.FinalNumbers;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.DeposedException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Switches production back to the source, if the servers say that it can go there. What clients wrote to the
/// target since the swap is lost by that, so it is counted and must have been accepted. Whatever ends it
/// before the swap back leaves the target open for writes.
public final class Rollback {
    /// The first step of each.
    static final String LOOK = "see whether production can go back";

    public static final String SWAP_BACK = "swap back";
    private static final String COUNT = "count what clients wrote to the target since";

    private static final Logger LOG = LoggerFactory.getLogger(Rollback.class);

    private final CutoverContext around;
    private final Sides sides;
    private final ControllerEpoch term;
    private final Request request;
    private final Steps steps;
    private final FinalNumbers target;
    private final CutoverNotes notes;
    private final SwappedAliases swapped;
    private final Loss accepted;
    private final Lifeline lifeline;
    /// The names by which the target's write block was set or lifted when production could go back.
    private Set<String> known = Set.of();

    /// @param lifeline of this process
    /// @param steps that end when another request takes the place of this one
    Rollback(
            CutoverContext around,
            Sides sides,
            ControllerEpoch term,
            Request request,
            CutoverNotes notes,
            Lifeline lifeline,
            Steps steps) {
        this.lifeline = lifeline;
        this.around = around;
        this.sides = sides;
        this.term = term;
        this.request = request;
        this.steps = steps;
        this.target = new FinalNumbers(around.targetShards());
        this.notes = notes;
        this.swapped = new SwappedAliases(notes.aliases());
        this.accepted = Loss.acceptedBy(request);
    }

    /// @return whether production has gone back to the source; if it has not, the request is answered
    /// @throws ReplacedException if another request has taken its place, which opens the target again and
    ///     answers this one, too
    boolean movesBack() throws Exception {
        try {
            swapBack();
            return true;
        } catch (DeposedException | KafkaException | ReplacedException e) {
            throw e;
        } catch (ElasticException | RuntimeException e) {
            LOG.warn("The rollback is given up: {}", e.getMessage());
            return isReturnedAllTheSame() || refuse(ElasticException.inSentence(e));
        }
    }

    /// A swap back without an answer, of this rollback or of an earlier one, may have happened, or may yet.
    /// From here on this is brought to an end, whatever it takes.
    private boolean isReturnedAllTheSame() throws Exception {
        steps.endWithProcess(false);
        steps.until(Instant.MAX, () -> "");
        return OurBlocks.mayBeOfRollback(term)
                && OurBlocks.openForProduction(sides, term, steps) instanceof TargetPosition.Returned;
    }

    /// @return false
    private boolean refuse(String why) throws Exception {
        term.answer(request, Answer.Outcome.REFUSED, "Not rolled back: " + FullStop.of(why) + blockOfAnother());
        return false;
    }

    /// What keeps clients from writing to the target if another run has the name of its block, as a sentence
    /// behind a space; empty if nothing does, or if that is not known.
    private String blockOfAnother() throws Exception {
        boolean isThere = steps.soon(() -> steps.tried(sides.targetBlock()::isNamedByAnother))
                .answer()
                .orElse(false);
        return isThere
                ? " Clients cannot write to '" + sides.targetIndex()
                        + "': it has a write block of this run or of that one. Abort that one's cut-over; if the block"
                        + " is still there then, lift it: " + WriteBlock.lifting(sides.targetIndex()) + "."
                : "";
    }

    /// Somebody lifted the target's block while no controller looked, or this process did without Kafka. What
    /// clients write again is not blocked once more: what they write since is not what was agreed to be lost.
    private void requireNotLifted() throws Exception {
        if (RecordedSteps.targetIsToBeFreed(term, request)) {
            throw new GivenUpException(
                    "the process that controlled the run before has given it up. Run 'rollback' again.");
        }
        boolean isFreed = lifeline.hasFreed(term, request);
        boolean wasBlocked = isFreed
                || RecordedSteps.targetIsBlocked(term, request)
                || RecordedSteps.targetWasToBeBlocked(
                        term, request, around.settings().maxBlocked());
        if (wasBlocked
                && OurBlocks.mayBeOnTarget(term)
                && steps.tried(sides::place) instanceof TargetPosition.Live
                && !steps.tried(sides::isTargetBlocked)) {
            throw new GivenUpException(
                    isFreed
                            ? Lifeline.WHY + ". Run 'rollback' again."
                            : "the write block of '" + sides.targetIndex()
                                    + "' was lifted while nobody controlled the run. Run 'rollback' again.");
        }
        boolean wasClosed = RecordedSteps.targetIsBlocked(term, request) && !OurBlocks.mayBeOnTarget(term);
        if (wasClosed && steps.tried(sides::place) instanceof TargetPosition.Live && steps.tried(this::isTargetOpen)) {
            throw new GivenUpException("'" + sides.targetIndex()
                    + "' was closed, and was opened while nobody controlled the run. Run 'rollback' again.");
        }
    }

    private boolean isTargetOpen() throws ElasticException {
        return sides.foundTarget().filter(FoundIndex::isOpen).isPresent();
    }

    /// @throws GivenUpException if production cannot go back
    private void swapBack() throws Exception {
        steps.whileServersAnswer();
        // Where an earlier controller has blocked the target, production waits for whatever is asked here.
        steps.endWithProcess(OurBlocks.mayBeOnTarget(term));
        requireNotLifted();
        WayBack wayBack = new WayBack(around, sides, term, notes, MovedByHand.isAcceptedBy(request), steps.sleeper());
        WayBack.Finding found = steps.take(LOOK, () -> {
            WayBack.Finding finding = wayBack.look();
            return Optional.of(new Steps.Taken<>(finding, detail(finding)));
        });
        switch (found) {
            case WayBack.Finding.Returned _ -> {}
            case WayBack.Finding.Barred(String why) -> throw new GivenUpException(why);
            case WayBack.Finding.Apart(boolean isPutBack) -> {
                OtherAliases.leave(steps);
                if (isPutBack) {
                    requireCovered(PutBackTarget.written());
                    PutBackTarget.free(sides, steps);
                } else {
                    requireCovered(COUNT, false);
                }
            }
            case WayBack.Finding.Free(Set<String> names, boolean isSourceOurs) -> {
                known = names;
                requireCovered(COUNT, false);
                requireNoneMovingUncounted();
                swapBackBlocked(wayBack, isSourceOurs);
            }
        }
    }

    private String detail(WayBack.Finding finding) {
        return switch (finding) {
            case WayBack.Finding.Returned _ -> "it has";
            case WayBack.Finding.Apart _ ->
                "it is there, and '" + sides.targetIndex() + "' has no mark of the cut-over";
            case WayBack.Finding.Free _ ->
                MovedByHand.isAcceptedBy(request)
                        ? "it is there, where people have moved it"
                        : "'" + sides.sourceIndex() + "' is as the cut-over left it";
            case WayBack.Finding.Barred(String why) -> why;
        };
    }

    /// @param isSourceOurs whether the source may have a block of this run, and has none of another one
    private void swapBackBlocked(WayBack wayBack, boolean isSourceOurs) throws Exception {
        // Before production is blocked, so that a user who may not move its aliases is told early.
        List<Alias> _ = steps.tried(this::returning);
        OtherAliases.look(sides, swapped, MovedByHand.isAcceptedBy(request), steps);
        if (isSourceOurs) {
            String _ = steps.take(
                    "take a name by which the source's write block is lifted",
                    () -> sides.sourceBlock().takeName().map(name -> new Steps.Taken<>(name, name)));
        }
        Duration most = around.settings().maxBlocked();
        Instant deadline = term.clock().instant().plus(most);
        steps.until(
                deadline,
                () -> steps.unanswered(most) + ", as long as production may be blocked (cutover.max-blocked)");
        steps.endWithProcess(true);
        lifeline.hold(new HeldTarget(sides, term, request, deadline));
        do {
            String block = block();
            requireCovered("count again under the block", true);
            requireAsItWas(wayBack);
            if (isMoved(block)) {
                return;
            }
            // Somebody took away the alias by which the target was blocked, or the run's mark.
        } while (steps.tried(sides::place) instanceof TargetPosition.Live);
        throw new GivenUpException("'" + sides.targetIndex() + "' has no mark of the cut-over any more, which was there"
                + " when this rollback began: somebody has taken it away, or has put its cluster back to an earlier"
                + " state. Run 'rollback' again, which tells what to do.");
    }

    /// Minutes may have gone by since the first look.
    private void requireAsItWas(WayBack wayBack) throws Exception {
        Optional<String> obstacle = steps.take("look once more that the source can take its place back", () -> {
            Optional<String> found = wayBack.lastLook();
            return Optional.of(new Steps.Taken<>(found, found.orElse("it is as it was")));
        });
        if (obstacle.isPresent()) {
            throw new GivenUpException(obstacle.get());
        }
    }

    /// What people have moved back is not on the target, and what else that has is none of the rollback's then.
    ///
    /// @throws GivenUpException if the user does not see one of those that the target has
    private List<Alias> returning() throws ElasticException {
        return MovedByHand.isAcceptedBy(request) ? List.of() : swapped.returning(sides);
    }

    /// A closed index takes no writes, and no block either.
    private String block() throws Exception {
        NamedBlock target = sides.targetBlock().unlessNamedSince(known);
        return steps.take(OurBlocks.OF_TARGET, () -> {
            if (sides.targetBlock().awaitsName()) {
                return Optional.empty();
            }
            requireNotBlockedSince();
            // What another run has set since that look, too, is left to it.
            Optional<String> name = target.prepareUnlessBlocked();
            if (name.isEmpty()) {
                return Optional.empty();
            }
            if (sides.foundTarget().filter(found -> !found.isOpen()).isPresent()) {
                return name.map(taken -> new Steps.Taken<>(taken, "it is closed and takes none"));
            }
            return target.set().map(held -> new Steps.Taken<>(held.through(), "all shards have acknowledged it"));
        });
    }

    /// When production could go back there was no block but this run's: one that is there now came since. Its
    /// name may have been there before it.
    private void requireNotBlockedSince() throws ElasticException {
        NamedBlock block = sides.targetBlock();
        boolean isOthers = block.own().isEmpty() ? block.now().isThere() : block.isNamedByAnother();
        if (!isOthers) {
            return;
        }
        List<String> runs = block.otherRuns();
        String target = sides.targetIndex();
        throw runs.isEmpty()
                ? new GivenUpException("somebody has begun to block writes to '" + target
                        + "'. If that block may go, lift it first: " + WriteBlock.lifting(target) + ".")
                : GivenUpException.ofBlock(runs, target);
    }

    private boolean isMoved(String block) throws Exception {
        return steps.take(SWAP_BACK, () -> {
            boolean isBack = sides.swapBack(block, returning());
            return Optional.of(new Steps.Taken<>(
                    isBack, isBack ? "the source has its aliases again" : "alias " + block + Cutover.NOT_THERE));
        });
    }

    /// @throws GivenUpException if more was written than is accepted
    private void requireCovered(String step, boolean isBlocked) throws Exception {
        requireCovered(new LossCount(sides, target, AtSwap.of(term, notes), accepted, steps).take(step, isBlocked));
    }

    private void requireCovered(Written written) {
        if (!accepted.covers(written)) {
            throw new GivenUpException(
                    switch (written) {
                        case Written.Counted(long operations) ->
                            "clients have written to '" + sides.targetIndex() + "' since the swap, " + operations
                                    + " operations, which the source does not have and would be lost. --lose-writes "
                                    + operations + " accepts that if clients write nothing more; --lose-writes all"
                                    + " accepts whatever there is by then.";
                        case Written.Uncounted(String why) ->
                            "what clients wrote to '" + sides.targetIndex() + "' since the swap cannot be counted: "
                                    + FullStop.of(why) + " --lose-writes all accepts whatever it is.";
                    });
        }
    }

    /// Under the block that would be waited for, and then be refused all the same.
    private void requireNoneMovingUncounted() throws Exception {
        if (accepted instanceof Loss.Whatever) {
            return;
        }
        List<Integer> moving;
        try {
            moving = target.moving(steps.sleeper());
        } catch (ElasticException | NotPrimaryException e) {
            // Counting says what is the matter.
            return;
        }
        if (!moving.isEmpty()) {
            throw new GivenUpException("the primary of " + sides.targetIndex() + "[" + moving.getFirst()
                    + "] is being moved to another node: until it is there, what clients have written since the swap"
                    + " cannot be counted under the block. Try again then; --lose-writes all accepts whatever it is.");
        }
    }
}
