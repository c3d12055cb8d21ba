package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.common.record.Answer;
import io.shardstream.common.record.CutoverNotes;
import io.shardstream.common.record.Request;
import io.shardstream.control.controller.DeposedException;
import io.shardstream.control.controller.Term;
import io.shardstream.control.phase.RunStage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Switches production back to the source, if the servers say that it can go there. What clients wrote to the target
/// since the swap is lost by that, so it is counted and must have been accepted. Whatever ends it before the swap back
/// leaves the target open for writes.
final class Rollback {
    /// The first step of each.
    static final String LOOK = "see whether production can go back";

    static final String SWAP_BACK = "swap back";
    static final String LIFT = "lift the source's write block";

    private static final Logger LOG = LoggerFactory.getLogger(Rollback.class);
    /// Within it the servers must have answered, or nothing is begun.
    private static final Duration ASKING = Duration.ofSeconds(60);
    /// For as long a primary of the target is waited for: another copy takes its place within seconds, if there is one.
    private static final Duration COMING_BACK = Duration.ofSeconds(10);

    private final Around around;
    private final Sides sides;
    private final Term term;
    private final Request request;
    private final Steps steps;
    private final FinalNumbers target;
    private final CutoverNotes notes;
    private final Loss accepted;
    private final Lifeline lifeline;
    /// The names by which the target's write block was set or lifted when production could go back.
    private Set<String> known = Set.of();

    /// @param lifeline of this process
    Rollback(Around around, Sides sides, Term term, Request request, CutoverNotes notes, Lifeline lifeline) {
        this.lifeline = lifeline;
        this.around = around;
        this.sides = sides;
        this.term = term;
        this.request = request;
        this.steps = new Steps(term, request, around.sleeper()).untilReplaced();
        this.target = new FinalNumbers(around.targetShards());
        this.notes = notes;
        this.accepted = Loss.acceptedBy(request);
    }

    /// @throws ReplacedException if another request has taken its place, which opens the target again and answers this
    ///   one, too
    void carryOut(RunStage.Completed stage) throws Exception {
        if (isBack()) {
            finish(stage);
        }
    }

    /// @return false if it is answered
    private boolean isBack() throws Exception {
        try {
            return swapBack();
        } catch (DeposedException | KafkaException | ReplacedException e) {
            throw e;
        } catch (ElasticException | RuntimeException e) {
            LOG.warn("The rollback is given up: {}", e.getMessage());
            if (isBackAllTheSame()) {
                return true;
            }
            refuse(ElasticException.inSentence(e));
            return false;
        }
    }

    /// A swap back without an answer may have happened, or may yet: from here on that finds its name gone.
    private boolean isBackAllTheSame() throws Exception {
        untilDone();
        if (!OurBlocks.mayBeOfRollback(term)) {
            return false;
        }
        try {
            String _ = steps.take("see that no swap back is under way", this::withoutName);
            return steps.tried(sides::place) instanceof Place.Returned;
        } catch (ElasticException.Refused e) {
            LOG.warn("The target does not say whether production has gone back: {}", e.getMessage());
            return false;
        }
    }

    /// Where another run has taken the name away it is gone for good.
    private Optional<Steps.Taken<String>> withoutName() throws ElasticException {
        try {
            return sides.targetBlock().unlessNamedSince(known).takeName().map(name -> new Steps.Taken<>(name, ""));
        } catch (GivenUpException e) {
            return Optional.of(new Steps.Taken<>("", e.getMessage() + ", so it cannot happen"));
        }
    }

    /// From here on it is brought to an end, whatever it takes.
    private void untilDone() {
        steps.endWithProcess(false);
        steps.until(Instant.MAX, () -> "");
    }

    /// Somebody lifted the target's block while no controller looked, or this process did without Kafka. What clients
    /// write again is not blocked once more.
    ///
    /// @return why it is over, if it is
    private Optional<String> lifted() throws Exception {
        boolean isFreed = lifeline.hasFreed(term, request);
        boolean wasBlocked = isFreed || Told.targetIsBlocked(term, request);
        if (!wasBlocked
                || !OurBlocks.mayBeOnTarget(term)
                || !(steps.tried(sides::place) instanceof Place.Live)
                || steps.tried(sides::isTargetBlocked)) {
            return Optional.empty();
        }
        return Optional.of(
                isFreed
                        ? Lifeline.WHY + ". Run 'rollback' again."
                        : "the write block of '" + sides.targetIndex()
                                + "' was lifted while nobody controlled the run. Run 'rollback' again.");
    }

    private boolean swapBack() throws Exception {
        steps.until(term.clock().instant().plus(ASKING), () -> unanswered(ASKING));
        // Where an earlier controller has blocked the target, production waits for whatever is asked here.
        steps.endWithProcess(OurBlocks.mayBeOnTarget(term));
        Optional<String> lifted = lifted();
        if (lifted.isPresent()) {
            refuse(lifted.get());
            return false;
        }
        WayBack wayBack = new WayBack(around, sides, term, notes, steps.sleeper());
        WayBack.Finding found = steps.take(LOOK, () -> {
            WayBack.Finding finding = wayBack.look();
            return Optional.of(new Steps.Taken<>(finding, detail(finding)));
        });
        return switch (found) {
            case WayBack.Finding.Returned _ -> true;
            case WayBack.Finding.Barred(String why) -> {
                refuse(why);
                yield false;
            }
            case WayBack.Finding.Free(Set<String> names) -> {
                known = names;
                yield isCovered("count what clients wrote to the target since", false) && isSwappedBack();
            }
        };
    }

    private String detail(WayBack.Finding finding) {
        return switch (finding) {
            case WayBack.Finding.Returned _ -> "it has";
            case WayBack.Finding.Free _ -> "'" + sides.sourceIndex() + "' is as the cut-over left it";
            case WayBack.Finding.Barred(String why) -> why;
        };
    }

    private String unanswered(Duration within) {
        return "the servers did not answer within " + within.toSeconds() + " s"
                + (steps.trouble().isEmpty() ? "" : ": " + steps.trouble());
    }

    private boolean isSwappedBack() throws Exception {
        if (isMovingUncounted()) {
            return false;
        }
        // Before production is blocked, so that a user who may not move its aliases is told early.
        List<Alias> _ =
                steps.tried(() -> sides.productionOfTarget().all("the user of the target", sides.targetIndex()));
        String _ = steps.take(
                "take a name by which the source's write block is lifted",
                () -> sides.sourceBlock().takeName().map(name -> new Steps.Taken<>(name, name)));
        Duration most = around.settings().maxBlocked();
        Instant deadline = term.clock().instant().plus(most);
        steps.until(deadline, () -> unanswered(most) + ", as long as production may be blocked (cutover.max-blocked)");
        steps.endWithProcess(true);
        lifeline.hold(new HeldTarget(sides, term, request, deadline));
        do {
            String block = block();
            if (!isCovered("count again under the block", true)) {
                return false;
            }
            if (isMoved(block)) {
                return true;
            }
            // Somebody took away the alias by which the target was blocked, or the run's mark.
        } while (steps.tried(sides::place) instanceof Place.Live);
        refuse(sides.noMark());
        return false;
    }

    /// A closed index takes no writes, and no block either.
    private String block() throws Exception {
        return steps.take(OurBlocks.OF_TARGET, () -> {
            if (sides.foundTarget().filter(found -> !found.isOpen()).isPresent()) {
                return sides.targetBlock()
                        .unlessNamedSince(known)
                        .takeName()
                        .map(name -> new Steps.Taken<>(name, "it is closed and takes none"));
            }
            return sides.targetBlock()
                    .unlessNamedSince(known)
                    .set()
                    .map(held -> new Steps.Taken<>(held.through(), "all shards have acknowledged it"));
        });
    }

    private boolean isMoved(String block) throws Exception {
        return steps.take(SWAP_BACK, () -> {
            boolean isBack = sides.swapBack(block);
            return Optional.of(new Steps.Taken<>(
                    isBack, isBack ? "the source has its aliases again" : "alias " + block + Cutover.NOT_THERE));
        });
    }

    /// @return false if it was refused, since more was written than is accepted
    private boolean isCovered(String step, boolean isBlocked) throws Exception {
        Written written = count(step, isBlocked);
        boolean isCovered = accepted.covers(written);
        if (!isCovered) {
            refuse(
                    switch (written) {
                        case Written.Counted(long operations) ->
                            "clients have written to '" + sides.targetIndex() + "' since the swap, " + operations
                                    + " operations, which the source does not have and would be lost. --lose-writes "
                                    + operations + " accepts that if clients write nothing more; --lose-writes all"
                                    + " accepts whatever there is by then.";
                        case Written.Uncounted(String why) ->
                            "what clients wrote to '" + sides.targetIndex() + "' since the swap cannot be counted: "
                                    + why + ". --lose-writes all accepts whatever it is.";
                    });
        }
        return isCovered;
    }

    /// Under the block that would be waited for, and then be refused all the same.
    private boolean isMovingUncounted() throws Exception {
        if (accepted instanceof Loss.Whatever) {
            return false;
        }
        List<Integer> moving;
        try {
            moving = target.moving(steps.sleeper());
        } catch (ElasticException | NotPrimaryException e) {
            // Counting says what is the matter.
            return false;
        }
        if (!moving.isEmpty()) {
            refuse("the primary of " + sides.targetIndex() + "[" + moving.getFirst()
                    + "] is being moved to another node: until it is there, what clients have written since the swap"
                    + " cannot be counted under the block. Try again then; --lose-writes all accepts whatever it is.");
        }
        return !moving.isEmpty();
    }

    private Written count(String step, boolean isBlocked) throws Exception {
        Instant late = accepted instanceof Loss.Whatever
                ? Instant.MIN
                : term.clock().instant().plus(COMING_BACK);
        return steps.take(step, () -> {
            boolean isLate = !term.clock().instant().isBefore(late);
            return Written.count(sides, target, notes.target(), isBlocked, isLate, steps.sleeper())
                    .map(written -> new Steps.Taken<>(written, written.detail()));
        });
    }

    /// Somebody else may have lifted the target's block in between: what clients wrote then was counted nowhere.
    private void finish(RunStage.Completed stage) throws Exception {
        untilDone();
        if (steps.tried(sides::foundSource).isEmpty()) {
            answer(
                    Answer.Outcome.REFUSED,
                    "Production went back to '" + sides.sourceIndex() + "', which is gone now. Restore it, or move"
                            + " production's aliases to an index that is there.");
            return;
        }
        try {
            steps.take(LIFT, "", () -> Optional.of(sides.sourceBlock().giveBack()));
        } catch (ElasticException.Refused e) {
            answer(
                    Answer.Outcome.REFUSED,
                    "Production is on '" + sides.sourceIndex() + "' again, which still takes no writes: the "
                            + e.getMessage() + ". Run 'rollback' again when that is mended.");
            return;
        }
        boolean isOpen = steps.tried(() -> !sides.sourceBlock().now().isThere());
        Optional<String> part = steps.tried(new ApplicationsPart(sides)::afterSwapBack);
        Written written = count("count once more, when nobody writes to the target any more", true);
        boolean isCovered = accepted.covers(written);
        String changes = changes(written);
        String lost = isCovered ? "" : ", but " + lost(written) + ": look which those were";
        String closed = isOpen ? "" : " It still takes no writes: it has a write block that somebody else has set.";
        Answer answer = new Answer(
                request.id(),
                isCovered && isOpen && changes.isEmpty() ? Answer.Outcome.DONE : Answer.Outcome.DIFFERENT,
                "Production is on '" + sides.sourceIndex() + "' again" + lost + "." + closed + " '"
                        + sides.targetIndex()
                        + "' stays blocked for writes, through its alias '"
                        + sides.names().blockPrefix()
                        + "...'; this run has ended."
                        + changes
                        + new SourceCopies(sides, term).leftForGood()
                        + part.map(todo -> " " + todo).orElse(""),
                term.clock().instant());
        term.enter(
                stage.rolledBack("rolled back to " + sides.sourceIndex()),
                Map.of(Answer.key(request.id()), answer.encode()));
        lifeline.letGo();
    }

    /// Production is back already, whatever they are.
    private String changes(Written written) {
        boolean areWritesLost = !(written instanceof Written.Counted(long operations) && operations == 0);
        try {
            return LostChanges.sentence(
                    sides, notes.request(), around.settings().intended(), !areWritesLost);
        } catch (ElasticException e) {
            return accepted instanceof Loss.Whatever
                    ? ""
                    : " What '" + sides.targetIndex() + "' was given since the swap could not be compared with '"
                            + sides.sourceIndex() + "': " + e.inSentence() + ".";
        }
    }

    private String lost(Written written) {
        return switch (written) {
            case Written.Counted(long operations) ->
                "clients wrote " + operations + " operations to '" + sides.targetIndex()
                        + "' since the swap, which the source does not have, and only "
                        + request.options().getOrDefault(Loss.OPTION, "0") + " were accepted";
            case Written.Uncounted(String why) ->
                "the operations that clients wrote to '" + sides.targetIndex()
                        + "' since the swap cannot be counted once more (" + why + ")";
        };
    }

    /// An earlier controller may have blocked the target before this was known.
    private void refuse(String why) throws Exception {
        untilDone();
        if (OurBlocks.mayBeOfRollback(term)) {
            OurBlocks.liftFromTarget(sides, term, steps);
            if (steps.tried(sides::place) instanceof Place.Returned) {
                answer(
                        Answer.Outcome.DIFFERENT,
                        "Production has gone back to '" + sides.sourceIndex()
                                + "' by an earlier rollback, which was not finished: run 'rollback' again. What stood"
                                + " in the way of this one: " + why);
                return;
            }
        }
        answer(Answer.Outcome.REFUSED, "Not rolled back: " + why);
    }

    private void answer(Answer.Outcome outcome, String sentence) {
        term.answer(request, outcome, sentence);
        lifeline.letGo();
    }
}
