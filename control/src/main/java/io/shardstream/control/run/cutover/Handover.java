package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.LastComparison;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.run.block.ApplicationsPart;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.RunEnd;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.SourceCopies;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.block.Whereabouts;
import io.shardstream.control.run.block.WriteAccess;
import io.shardstream.control.run.condition.DifferenceConsent;
import io.shardstream.control.run.equality.AtSwap;
import io.shardstream.control.run.equality.RejectedDocuments;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.RunStage;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is left to do when the target has taken the source's place: look back, and sign off.
final class Handover {
    static final String OPEN = "see that the target takes writes";
    private static final String LOOK = "see where production is";

    private static final Logger LOG = LoggerFactory.getLogger(Handover.class);

    private final CutoverContext around;
    private final Sides sides;
    private final ControllerEpoch term;
    private final Steps steps;
    private Optional<List<String>> aliases = Optional.empty();
    /// Whether the target refused writes when it was looked at.
    private boolean wasBlocked;
    private String unseen = "";

    Handover(CutoverContext around, Sides sides, ControllerEpoch term, Steps steps) {
        this.around = around;
        this.sides = sides;
        this.term = term;
        this.steps = steps;
    }

    /// @param trouble why the cut-over was to be taken back, which it could not be any more; empty if it was
    ///     not
    void finish(RunStage.CuttingOver stage, CutoverNotes notes, String trouble) throws Exception {
        aliases = notes.aliases();
        String closedBy = steps.take(OPEN, this::openTarget);
        CutoverNotes known = timed(notes);
        Optional<String> where = steps.take(LOOK, this::elsewhere);
        After found = after(known, where);
        Source closed = found.source();
        Optional<List<Long>> after = found.numbers();
        // Its aliases, if production had been moved back to it, are gone with it.
        Optional<String> elsewhere = found.isLost() ? steps.take(LOOK, this::elsewhere) : where;
        List<Long> last = after.orElse(List.of());
        String settingsLeft = RunEnd.putBack(around, term, sides, steps);
        boolean isReplaced = SourceCopies.isReplaced(term.plan(), known);
        String unmarked = elsewhere.isEmpty() ? unmarked(hasWayBack(closed, isReplaced)) : "";
        long rejects = rejects(known);
        boolean isSame = after.isEmpty() || last.equals(known.source());
        RejectedDocuments missing = new RejectedDocuments(isReplaced ? rejects : 0);
        Optional<String> part =
                new ApplicationsPart(sides).afterSwap(RecordedSteps.onSwap(term, known.request()), aliases, steps);
        String late = isReplaced || closed == Source.UNSEEN ? "" : LateAliases.left(sides, steps, known);
        String forced = new PassedByForce(around, sides, term, steps).told(known.request());
        // What it refuses writes by when it is opened is told below.
        String refusing = closedBy.isEmpty() && elsewhere.isEmpty() ? WriteAccess.leftOfTarget(sides, steps) : "";
        Instant now = term.clock().instant();
        SignedOff signed = new SignedOff(
                known.request().id(),
                term.plan().sourceIndex(),
                sides.targetIndex(),
                known.source(),
                last,
                known.target(),
                rejects,
                known.blockedMillis(),
                verdict(known),
                now);
        String production = elsewhere
                .map(other -> "The swap has happened, but " + other)
                .orElse("Production is on '" + sides.targetIndex() + "'");
        String sentence = isSame
                ? production
                : production + ", but '" + sides.sourceIndex() + "' was written after its last number was taken ("
                        + known.source() + ", then " + last + "): look which operations those were";
        Answer answer = new Answer(
                known.request().id(),
                isSame
                                && after.isPresent()
                                && closed != Source.UNSEEN
                                && trouble.isEmpty()
                                && elsewhere.isEmpty()
                                && closed != Source.PRODUCTION
                                && closedBy.isEmpty()
                                && settingsLeft.isEmpty()
                                && unmarked.isEmpty()
                                && refusing.isEmpty()
                                && !missing.areThere()
                                && forced.isEmpty()
                                && late.isEmpty()
                        ? Answer.Outcome.DONE
                        : Answer.Outcome.DIFFERENT,
                sentence + ". "
                        + (after.isPresent()
                                ? ""
                                : "Whether '" + sides.sourceIndex() + "' was written since could not be seen: " + unseen
                                        + ". Look at it before you give up the way back. ")
                        + (trouble.isEmpty() ? "" : "It could not be taken back any more, though " + trouble + ". ")
                        + wayBack(closed, isReplaced)
                        + unmarked
                        + toKeep(missing)
                        + (closedBy.isEmpty()
                                ? ""
                                : " '" + sides.targetIndex() + "' has " + closedBy
                                        + ": lift it, or clients cannot write.")
                        + settingsLeft
                        + (refusing.isEmpty() ? "" : " " + refusing)
                        + late
                        + LateAliases.told(term, known.request())
                        + forced
                        + part.map(todo -> " " + todo).orElse(""),
                now);
        Map<String, byte @Nullable []> records = new HashMap<>();
        records.put(Answer.key(answer.request()), answer.encode());
        records.put(SignedOff.KEY, signed.encode());
        records.put(CutoverNotes.KEY, known.encode());
        term.enter(stage.swapped("production was moved to " + sides.targetIndex()), records);
        RunEnd.putBackAgain(around, term, sides);
        List<String> left = new SourceCopies(sides, term).tidy();
        if (!left.isEmpty()) {
            LOG.warn(
                    "The copy {} of the source that an earlier cut-over made could not be deleted: 'release' or"
                            + " 'rollback' tries again",
                    FoundIndex.quoted(left));
        }
    }

    /// What has become of the source.
    ///
    /// @param numbers by shard, the highest sequence number; empty if that could not be seen, and as it was
    ///     where nobody looks
    /// @param isLost whether it was there first, and is gone
    private record After(Source source, Optional<List<Long>> numbers, boolean isLost) {}

    /// @param elsewhere where production is if not on the target
    private After after(CutoverNotes known, Optional<String> elsewhere) throws Exception {
        Source closed = soon(() ->
                        steps.take("see that the source takes none", () -> closeSource(known, elsewhere.isPresent())))
                .orElse(Source.UNSEEN);
        return closed == Source.BLOCKED || closed == Source.PRODUCTION
                ? soon(() -> numbersOfSource(known, closed)).orElse(new After(closed, Optional.empty(), false))
                : new After(closed, Optional.of(known.source()), false);
    }

    private After numbersOfSource(CutoverNotes known, Source closed) throws Exception {
        return steps.take("look whether the source was written since", () -> {
            Optional<List<Long>> numbers = new SourceNow(sides).numbers(around.sourceShards(), steps.sleeper());
            if (numbers.isEmpty()) {
                Source lost = sides.foundSource().isEmpty() ? Source.GONE : Source.ANOTHER;
                return Optional.of(new Steps.Taken<>(
                        new After(lost, Optional.of(known.source()), true), "it was deleted meanwhile"));
            }
            boolean same = numbers.get().equals(known.source());
            return Optional.of(new Steps.Taken<>(
                    new After(closed, numbers, false), same ? "it was not" : "it was: " + numbers.get()));
        });
    }

    /// Asks what the run must not wait for for ever, as of a source that has lost a shard.
    private <T> Optional<T> soon(Callable<T> question) throws Exception {
        Steps.Asked<T> asked = steps.soon(question);
        if (asked.answer().isEmpty()) {
            unseen = asked.why();
        }
        return asked.answer();
    }

    /// What becomes of the source when the target has taken its place.
    private enum Source {
        BLOCKED,
        GONE,
        /// Whether it takes writes cannot be seen, or it cannot be blocked.
        UNSEEN,
        /// Another index has its name, which is none of this run's business.
        ANOTHER,
        /// Somebody has moved an alias back to it: clients write to it.
        PRODUCTION
    }

    private String toKeep(RejectedDocuments missing) {
        String sentence = sides.copy()
                .map(copy -> missing.toKeep("'" + copy.index() + "'"))
                .orElseGet(missing::toKeep);
        return sentence.isEmpty() ? "" : " " + sentence;
    }

    private String wayBack(Source source, boolean isReplaced) {
        if (!isReplaced || source == Source.PRODUCTION) {
            return wayBack(source);
        }
        String name = "'" + term.plan().sourceIndex() + "' is an alias of it now. ";
        if (!hasWayBack(source, true)) {
            return name
                    + "There is no copy of the index of that name, so there is no way back: 'release' ends the run.";
        }
        return name
                + (source == Source.UNSEEN
                        ? wayBack(source)
                        : "'" + sides.sourceIndex()
                                + "' has what the index of that name had, and stays blocked as the way back:"
                                + " 'rollback' takes it, 'release' gives it up.");
    }

    private boolean hasWayBack(Source source, boolean isReplaced) {
        return source != Source.GONE
                && source != Source.ANOTHER
                && (!isReplaced || sides.copy().isPresent());
    }

    private String wayBack(Source source) {
        return "'" + sides.sourceIndex() + "' "
                + switch (source) {
                    case BLOCKED -> "stays blocked as the way back: 'rollback' takes it, 'release' gives it up.";
                    case UNSEEN ->
                        "may take writes, which could not be seen (" + unseen
                                + "). It is the way back all the same: 'rollback' takes it, 'release' gives it up.";
                    case GONE -> "is gone, so there is no way back: 'release' ends the run.";
                    case ANOTHER ->
                        "is not the index that was copied, so there is no way back: 'release' ends the run.";
                    case PRODUCTION -> "is left as it is, since production uses it: do not delete it.";
                };
    }

    /// Between the swap and this the controller may have been away for long, and people may have moved aliases.
    ///
    /// @return where production is if not on the target, as a part of a sentence
    private Optional<Steps.Taken<Optional<String>>> elsewhere() throws ElasticException {
        Optional<FoundIndex> found = sides.foundTarget();
        Optional<String> where = found.isEmpty()
                ? Optional.of("index '" + sides.targetIndex() + "' is gone")
                : !found.get().uuid().equals(term.plan().targetUuid())
                        ? Optional.of("'" + sides.targetIndex() + "' is not the index that this run wrote to")
                        : byAliases();
        return Optional.of(new Steps.Taken<>(where, where.orElse("it is on '" + sides.targetIndex() + "'")));
    }

    /// Of a mark that was taken away since the swap, as a sentence behind a space; empty if it is there.
    private String unmarked(boolean hasWayBack) throws Exception {
        return steps.tried(sides::place) instanceof TargetPosition.Live
                ? ""
                : " Somebody has taken the alias '" + sides.names().live() + "' from '" + sides.targetIndex() + "'"
                        + (hasWayBack
                                ? ", without which 'rollback' is refused: give it back if you may want to go back."
                                : ".");
    }

    private Optional<String> byAliases() throws ElasticException {
        return switch (Whereabouts.of(sides, aliases)) {
            case Whereabouts.OnTarget _ ->
                Whereabouts.onBoth(sides.target(), sides, term.plan(), aliases.orElse(List.of()));
            case Whereabouts.Elsewhere(String alias, List<FoundIndex> indices) ->
                Optional.of("'" + alias + "' is on " + FoundIndex.names(indices) + ", not on '" + sides.targetIndex()
                        + "'");
            case Whereabouts.AnIndex taken -> Optional.of(taken.what());
            case Whereabouts.Nowhere(List<String> all) ->
                Optional.of(FoundIndex.quoted(all) + " is on no index any more");
        };
    }

    /// Of a block of the run's own that was asked for before the swap the answer may have been lost, and it may
    /// come late. One that somebody else has lifted is forgotten, too.
    ///
    /// @return what keeps clients from writing, a part of a sentence; empty if nothing does
    private Optional<Steps.Taken<String>> openTarget() throws ElasticException {
        wasBlocked |= sides.isTargetBlocked();
        if (!sides.unblockTarget()) {
            return Optional.empty();
        }
        List<String> others =
                sides.foundTarget().map(FoundIndex::writeRefusingBlocks).orElse(List.of());
        String closedBy = sides.isTargetBlocked()
                ? "a write block that somebody else has set"
                : others.isEmpty() ? "" : "the block " + FoundIndex.quoted(others);
        return Optional.of(new Steps.Taken<>(closedBy, closedBy.isEmpty() ? "" : "it has " + closedBy));
    }

    /// Its block may have been lifted since. An index that production uses again is not blocked once more:
    /// nobody would lift that.
    ///
    /// @param isElsewhere whether production was found on another index than the target
    private Optional<Steps.Taken<Source>> closeSource(CutoverNotes known, boolean isElsewhere)
            throws ElasticException, NotPrimaryException {
        Optional<FoundIndex> found = sides.foundSource();
        if (found.isEmpty()) {
            return Optional.of(new Steps.Taken<>(Source.GONE, "it is gone"));
        }
        if (!found.get().uuid().equals(sides.sourceUuid())) {
            return Optional.of(new Steps.Taken<>(Source.ANOTHER, "another index has its name"));
        }
        boolean isUsed = sides.oneCluster() && !found.get().production().isEmpty();
        try {
            if (sides.sourceBlock().now() == WriteBlock.WHOLE) {
                return Optional.of(new Steps.Taken<>(Source.BLOCKED, "it is blocked"));
            }
            if (isUsed) {
                return Optional.of(new Steps.Taken<>(Source.PRODUCTION, "it has an alias, so it is left as it is"));
            }
            if (isElsewhere) {
                return Optional.of(new Steps.Taken<>(
                        Source.PRODUCTION, "production is on another index than the target, so it is left as it is"));
            }
            if (mayBeUsed(known)) {
                Optional<List<Long>> now = new SourceNow(sides).numbers(around.sourceShards(), steps.sleeper());
                if (now.isEmpty()) {
                    // It was deleted meanwhile: the next look says so.
                    return Optional.empty();
                }
                if (!now.get().equals(known.source())) {
                    return Optional.of(new Steps.Taken<>(
                            Source.PRODUCTION,
                            "its block was lifted and it was written since, so it is left as it is"));
                }
            }
            return sides.sourceBlock()
                    .set()
                    .map(_ -> new Steps.Taken<>(Source.BLOCKED, "its block was lifted, and is set again"));
        } catch (ElasticException e) {
            sides.requireSourceGone(e);
            return Optional.of(new Steps.Taken<>(Source.GONE, "it is gone"));
        }
    }

    /// Whether applications may go on with the source although the swap has happened: no alias has led them
    /// away.
    private boolean mayBeUsed(CutoverNotes known) throws ElasticException {
        boolean isByName = known.aliases().orElse(List.of()).isEmpty();
        return (isByName || !sides.oneCluster()) && !RecordedSteps.onSwap(term, known.request());
    }

    /// Documents, as the comparison right before the swap has counted them and the request has accepted them:
    /// of the rejects topic some may have come into the target since in a newer state, or be gone from the
    /// source. A `verify` by somebody else, which may have judged before the last ones came, says nothing of
    /// them.
    private long rejects(CutoverNotes notes) {
        return AtSwap.comparison(term, notes)
                .map(LastComparison::rejects)
                // Of an earlier version.
                .or(() -> term.read(Verified.KEY, Verified::decode).map(Verified::rejects))
                .orElseGet(() -> around.lanes().state().rejected());
    }

    private String verdict(CutoverNotes notes) {
        return term.all(Step.keyPrefix(notes.request().id()), Step::decode).stream()
                .filter(step -> step.name().equals(Cutover.LAST_COMPARISON) && step.isDone())
                .map(Step::detail)
                .reduce("", (_, later) -> later)
                .concat(DifferenceConsent.of(notes.request()).signed());
    }

    /// How long clients were refused, once they are not. Where the target took writes from the swap on, whoever
    /// swapped has noted it. Written down at once: who goes on after this one has died would count on.
    private CutoverNotes timed(CutoverNotes notes) {
        if (notes.blockedMillis() >= 0 && !wasBlocked) {
            return notes;
        }
        CutoverNotes timed = notes.swappedAfter(sinceBlock(notes));
        term.write(CutoverNotes.KEY, timed.encode());
        return timed;
    }

    /// Where the controller that swapped died before it could say how long it took, it is at most this.
    private long sinceBlock(CutoverNotes notes) {
        long now = term.clock().instant().toEpochMilli();
        return Math.max(0, now - notes.blockedAt().toEpochMilli());
    }
}
