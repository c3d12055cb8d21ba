package io.shardstream.control.run;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.contract.record.OnMappingChange;
import io.shardstream.common.contract.record.TargetHistories;
import io.shardstream.common.contract.record.TargetReach;
import io.shardstream.common.contract.record.TargetShape;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.common.shard.RunningPrimaries;
import io.shardstream.control.index.target.TargetState;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stops a run whose target somebody has changed: pauses it and says so. Whoever lets it go on accepts another
/// mapping, which is written down in the same write, for the next controller too; and that shards of the target
/// have another history, and may have lost what they acknowledged. What makes the target keep something else
/// than it is sent is never accepted, and nothing is that was not said: what happens to the target while the
/// run is stopped is added to what it is stopped for.
final class TargetWatch {
    private static final Logger LOG = LoggerFactory.getLogger(TargetWatch.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);
    /// Longer than what is written to the control topic takes to come back.
    private static final Duration BETWEEN_STOPS = Duration.ofSeconds(5);

    /// A control topic is read from its start by whoever begins, and what is written often makes it long.
    private static final Duration BETWEEN_NOTES = Duration.ofMinutes(1);

    private final String run;
    private final Look target;
    private final Confirmation confirmation;
    private final OnMappingChange onChange;
    private final Predicate<ControllerEpoch> tellsOwnFromOthers;
    private Instant nextLook = Instant.MIN;
    private Instant nextStop = Instant.MIN;
    private boolean hasProblem;
    /// Why the target did not tell at the last look; empty if it did.
    private String silence = "";
    /// How far the shards are settled at least, by the looks of this controller and by what it found.
    private TargetReach reach = TargetReach.NONE;
    /// Where its primaries ran at the last looks of this controller, which nothing else knows.
    private RunningPrimaries ran = RunningPrimaries.NONE;
    /// The epoch of the controller that knows that.
    private long reachOf = -1;
    private Instant nextNote = Instant.MIN;

    /// Gives the target as it is now.
    @FunctionalInterface
    interface Look {
        /// Empty if there is none.
        ///
        /// @throws RunRefusedException if it cannot be used at the moment
        Optional<TargetState> now() throws ElasticException;
    }

    /// Looks again at shards that seem to have lost something.
    @FunctionalInterface
    interface Confirmation {
        /// @param seen what the target said
        /// @param shards those in question
        /// @return the same, as the copies say that the cluster holds for the primaries of these
        ///     shards; nothing of a shard without one
        TargetState of(TargetState seen, List<Integer> shards) throws ElasticException, NotPrimaryException;
    }

    /// Of a target whose answers come from its primaries alone.
    TargetWatch(String run, Look target, OnMappingChange onChange) {
        this(run, target, (seen, _) -> seen, onChange, _ -> true);
    }

    /// @param confirmation asked before a loss is believed
    /// @param tellsOwnFromOthers whether a change of the mapping is somebody else's: not while what another
    ///     controller began to carry from the source is not known to be there
    TargetWatch(
            String run,
            Look target,
            Confirmation confirmation,
            OnMappingChange onChange,
            Predicate<ControllerEpoch> tellsOwnFromOthers) {
        this.run = run;
        this.target = target;
        this.confirmation = confirmation;
        this.onChange = onChange;
        this.tellsOwnFromOthers = tellsOwnFromOthers;
    }

    /// Looks now and then, and soon when a run goes on that was stopped for good reason.
    void lookIfDue(ControllerEpoch term) {
        Instant now = term.clock().instant();
        boolean goesOnRegardless = hasProblem && !term.isPaused() && !now.isBefore(nextStop);
        if (goesOnRegardless || !now.isBefore(nextLook)) {
            holds(term);
        }
    }

    /// Looks, and stops the run if need be.
    ///
    /// @return whether it may go on; also where it never tells, to this user, or by what the name is now:
    ///     whoever goes on asks it about more than this. Not where it may tell at the next look.
    boolean holds(ControllerEpoch term) {
        nextLook = term.clock().instant().plus(BETWEEN_LOOKS);
        try {
            Optional<TargetState> found = target.now();
            silence = "";
            return found.isEmpty() || holds(found.get(), term);
        } catch (ElasticException e) {
            told(e);
            return e.isOfAccess();
        } catch (RunRefusedException e) {
            // It is closed, or the name is that of something else, which whoever ends the run or writes to it says.
            LOG.debug("The target is not looked at", e);
            return true;
        }
    }

    /// A copy that does not end for it would be waited for, and nobody would know why.
    private void told(ElasticException e) {
        String why = e.inSentence();
        if (!why.equals(silence)) {
            LOG.info("The target does not tell what it is like, which is looked at again: {}", why);
        }
        silence = why;
    }

    private boolean holds(TargetState seen, ControllerEpoch term) {
        // What was carried right before may not have come back. The rest is judged all the same: a source
        // that gets new fields all the time is carried in each pass.
        boolean isShapeKnown = Stoppage.isKnown(TargetShape.KEY, TargetShape::decode, term);
        if (!isShapeKnown) {
            nextLook = Instant.MIN;
        }
        // That the run was just stopped may not have come back either.
        if (!Stoppage.isKnown(TargetHistories.KEY, TargetHistories::decode, term)
                || (!(isShapeKnown && Stoppage.isKnown(TargetReach.KEY, TargetReach::decode, term))
                        && term.clock().instant().isBefore(nextStop))) {
            nextLook = Instant.MIN;
            return false;
        }
        Optional<TargetShape> before = term.read(TargetShape.KEY, TargetShape::decode);
        TargetHistories known =
                term.read(TargetHistories.KEY, TargetHistories::decode).orElse(TargetHistories.NONE);
        beginWhereItWasNoted(term);
        List<Integer> suspected = renewed(known, seen);
        TargetState found = suspected.isEmpty() ? seen : confirmed(seen, suspected);
        // Where no primary is known now that could tell.
        boolean isUnsure = suspected.stream().anyMatch(shard -> !found.numbers().tells(shard));
        TargetHistories histories = known.and(found.histories());
        List<String> changes = isShapeKnown && tellsOwnFromOthers.test(term)
                ? before.map(found.shape()::differences).orElse(List.of())
                : List.of();
        List<Integer> renewed = renewed(known, found);
        TargetReach now = found.numbers().after(reach, renewed);
        RunningPrimaries runs = found.primaries().after(ran);
        boolean mayBeWrong = found.problem().isPresent();
        hasProblem = mayBeWrong || found.refusal().isPresent();
        Map<String, byte @Nullable []> accepted = new HashMap<>();
        // Of a run that an older version began nothing was written down.
        if (before.isEmpty() || !changes.isEmpty()) {
            accepted.put(TargetShape.KEY, found.shape().encode());
        }
        if (!histories.equals(known)) {
            accepted.put(TargetHistories.KEY, histories.encode());
        }
        if (!renewed.isEmpty()) {
            // Of what was found to be equal something may be missing now.
            accepted.put(Verified.KEY, null);
            accepted.put(TargetReach.KEY, now.encode());
        }
        if (mayBeWrong && term.read(Verified.KEY, Verified::decode).isPresent()) {
            // What is written meanwhile may hold other bytes under the versions that were found equal.
            accepted.put(Verified.KEY, null);
        }
        List<String> reasons = new ArrayList<>();
        found.problem().ifPresent(problem -> reasons.add(problem(problem)));
        found.refusal().ifPresent(refusal -> reasons.add(refusal(refusal)));
        if (!renewed.isEmpty()) {
            reasons.add(loss(renewed, term));
        }
        if (!changes.isEmpty() && onChange == OnMappingChange.STOP) {
            reasons.add(change(changes, term) + " 'resume' accepts that and lets it go on." + shut(changes, term));
        }
        if (!reasons.isEmpty()) {
            if (stop(reasons, accepted, term)) {
                reach = now;
                ran = runs;
            }
            return false;
        }
        reach = now;
        ran = runs;
        note(accepted, term);
        if (!accepted.isEmpty()) {
            term.write(accepted);
        }
        if (!changes.isEmpty()) {
            LOG.warn("{}", change(changes, term));
        }
        return !isUnsure
                && isShapeKnown
                && Stoppage.reason(Blocked.TARGET, term).isEmpty();
    }

    /// Another controller may have accepted something since this one was in control.
    private void beginWhereItWasNoted(ControllerEpoch term) {
        if (reachOf != term.epoch()) {
            reachOf = term.epoch();
            reach = term.read(TargetReach.KEY, TargetReach::decode).orElse(TargetReach.NONE);
            ran = RunningPrimaries.NONE;
            nextNote = Instant.MIN;
        }
    }

    private List<Integer> renewed(TargetHistories known, TargetState state) {
        Stream<Integer> putBack = state.primaries().copies().keySet().stream()
                .filter(shard -> state.primaries().isPutBackSince(ran, shard));
        return Stream.of(
                        known.changedUntil(state.histories()).stream(),
                        state.numbers().lostSince(reach).stream(),
                        putBack)
                .flatMap(shards -> shards)
                .distinct()
                .sorted()
                .toList();
    }

    private TargetState confirmed(TargetState seen, List<Integer> suspected) {
        try {
            return confirmation.of(seen, suspected);
        } catch (ElasticException | NotPrimaryException e) {
            LOG.info(
                    "Whether the target has lost something in shards {} is looked at again: {}",
                    suspected,
                    e.getMessage());
            TargetState state = seen;
            for (int shard : suspected) {
                state = state.toldBy(shard, Optional.empty());
            }
            return state;
        }
    }

    /// For the next controller, which knows nothing else of a disk that is put back before it looks. Soon
    /// where the run is paused, as somebody may be about to do that.
    private void note(Map<String, byte @Nullable []> records, ControllerEpoch term) {
        Instant at = term.clock().instant();
        boolean isDue = term.isPaused() || !at.isBefore(nextNote);
        if (isDue
                && !reach.equals(term.read(TargetReach.KEY, TargetReach::decode).orElse(TargetReach.NONE))) {
            nextNote = at.plus(BETWEEN_NOTES);
            records.put(TargetReach.KEY, reach.encode());
        }
    }

    private String problem(String problem) {
        return problem + " What was written since it is so may differ from the source: when the cause is gone, 'resume'"
                + " lets run " + run + " go on, and then 'verify --content all' shows it, and --repair mends it.";
    }

    private String refusal(String refusal) {
        return refusal + " When the cause is gone, 'resume' lets run " + run + " go on.";
    }

    private String loss(List<Integer> shards, ControllerEpoch term) {
        return "Target index '%s' has another history than before in shards %s: it was restored from a snapshot, a stale or empty copy was made the primary, or an older state of its disk was put back, and what run %s had written may be gone. 'resume --read-again' and then 'resume' write all of it again; 'resume' alone accepts the target as it is."
                .formatted(term.plan().targetIndex(), shards, run);
    }

    private String change(List<String> parts, ControllerEpoch term) {
        return "The mapping of target index '%s' was changed while run %s works (%s): what was taken before may be rejected now."
                .formatted(term.plan().targetIndex(), run, String.join(", ", parts));
    }

    /// Whoever carries the source's mapping shuts the target again, whatever is accepted.
    private static String shut(List<String> parts, ControllerEpoch term) {
        boolean isShutAgain = parts.contains("dynamic")
                && term.read(CarriedMapping.KEY, CarriedMapping::decode)
                        .filter(CarriedMapping::isWhole)
                        .isPresent();
        return isShutAgain
                ? " 'dynamic' does not stay so: the run sets it back to 'false', and gives the target what the source"
                        + " says when the run ends."
                : "";
    }

    /// An operator who has paused the run hears of it when it is to go on. Of a run that is stopped already
    /// these are said too, in the write by which 'resume' accepts them.
    ///
    /// @return whether that was written
    private boolean stop(List<String> reasons, Map<String, byte @Nullable []> accepted, ControllerEpoch term) {
        Instant now = term.clock().instant();
        Optional<String> said = Stoppage.reason(Blocked.TARGET, term);
        if (said.isEmpty() && term.isPaused()) {
            return false;
        }
        List<String> news = reasons.stream()
                .filter(reason -> !said.orElse("").contains(reason))
                .toList();
        boolean isNew = !news.isEmpty() && !now.isBefore(nextStop);
        if (isNew || !accepted.isEmpty()) {
            nextStop = now.plus(BETWEEN_STOPS);
            String sentences = Stream.concat(said.stream(), news.stream()).collect(Collectors.joining(" "));
            Stoppage.begin(Blocked.TARGET, "the target was changed", sentences, accepted, term);
            return true;
        }
        return false;
    }
}
