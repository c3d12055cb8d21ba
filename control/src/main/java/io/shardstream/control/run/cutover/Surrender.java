package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.index.target.TombstoneAge;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.OurBlocks;
import io.shardstream.control.run.block.ReplacedException;
import io.shardstream.control.run.block.RunEnd;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.SourceCopies;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.block.UntoldBlock;
import io.shardstream.control.run.block.UntoldRollback;
import io.shardstream.control.run.block.WriteAccess;
import io.shardstream.control.run.block.WriteAliases;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.RunStage;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An abort outside of a cut-over: sees that nothing of one is left, or gives the whole run up. Production
/// comes first: what is left on the source is taken back whether the target answers or not.
final class Surrender {
    private static final Logger LOG = LoggerFactory.getLogger(Surrender.class);
    static final String FREE = "see that clients can write to the source";

    private static final String RUN = "run";
    private static final String GIVEN_UP = "The run is given up. ";
    private static final Duration ASKING = Duration.ofSeconds(10);

    private final CutoverContext around;
    private final Sides sides;
    private final ControllerEpoch term;
    private final Request request;
    /// The name of a block that was the run's by that alone.
    private Optional<String> untold = Optional.empty();

    /// Whether somebody asks again to give up a run that was given up.
    static boolean isAgain(Request request, ControllerEpoch term) {
        return request.kind() == Request.Kind.ABORT
                && request.has(RUN)
                && term.all(Answer.key(Request.Kind.ABORT.label()), Answer::decode).stream()
                        .anyMatch(answer -> answer.sentence().startsWith(GIVEN_UP));
    }

    Surrender(CutoverContext around, Sides sides, ControllerEpoch term, Request request) {
        this.around = around;
        this.sides = sides;
        this.term = term;
        this.request = request;
    }

    void carryOut(RunStage.Copying stage) throws Exception {
        Steps steps = new Steps(term, request, around.sleeper());
        try {
            if (request.has(RUN)) {
                giveUp(stage, steps.patient());
            } else {
                lookAt(steps.untilReplaced());
            }
        } catch (ReplacedException e) {
            term.write(Answer.key(request.id()), replaced(e).encode());
        } catch (ElasticException.Refused e) {
            term.answer(
                    request,
                    Answer.Outcome.REFUSED,
                    "It is not done: " + FullStop.of(e.inSentence())
                            + " What was done so far stays: ask again when the server allows it.");
        }
    }

    /// Answers whoever asks again by what the servers say now: the target may have got an alias of
    /// production, or the source may be gone.
    void answerAgain() throws Exception {
        Remains.Finding left = remains(new Steps(term, request, around.sleeper()).patient());
        term.answer(
                request,
                left.isLeft() ? Answer.Outcome.DIFFERENT : Answer.Outcome.DONE,
                GIVEN_UP + left.sentence() + starters(left) + new SourceCopies(sides, term).leftForGood());
    }

    /// @param steps that end when the whole run is to be given up
    private void lookAt(Steps steps) throws Exception {
        adopt(steps);
        WriteAccess source = seen(steps);
        String left = target(steps);
        term.answer(
                request,
                source.isOpen() && left.isEmpty() ? Answer.Outcome.DONE : Answer.Outcome.DIFFERENT,
                sentence(source) + adopted() + left);
    }

    private Answer replaced(ReplacedException by) {
        return new Answer(
                request.id(),
                Answer.Outcome.ABORTED,
                "It is not done: " + FullStop.of(String.valueOf(by.getMessage())),
                term.clock().instant());
    }

    private String sentence(WriteAccess source) {
        return "No cut-over is under way"
                + (source.isOpen()
                        ? ": clients write to '" + sides.sourceIndex() + "'"
                                + Hindrance.of(term).map(why -> ". " + why).orElse(", and the run goes on.")
                        : ". " + source.sentence());
    }

    /// A source that the run has not blocked is waited for 10 s at most: it may be away for good, and nobody
    /// could ask for anything else meanwhile.
    private WriteAccess seen(Steps steps) throws Exception {
        if (sides.sourceBlock().own().isPresent()) {
            return freed(steps);
        }
        untilAsked(steps);
        try {
            return freed(steps);
        } catch (GivenUpException e) {
            return WriteAccess.unseen(
                    sides.sourceIndex(), e.getMessage() + (steps.trouble().isEmpty() ? "" : ", " + steps.trouble()));
        } finally {
            steps.until(Instant.MAX, () -> "");
        }
    }

    /// A block of which nothing but its name says that it is the run's becomes its own, where production is
    /// on the source. That is asked when no swap can happen any more. Else it stays.
    private void adopt(Steps steps) throws Exception {
        if (sides.sourceBlock().own().isPresent()) {
            return;
        }
        untilAsked(steps);
        try {
            Optional<String> name = steps.tried(this::untold);
            if (name.isEmpty()
                    || !new Undo(sides, term).targetIsOpen(steps)
                    || steps.tried(() -> UntoldBlock.isProductionOnTarget(sides))) {
                return;
            }
            steps.take(UntoldBlock.TAKE_OVER, "its name was '" + name.get() + "'", () -> Optional.of(isAdopted()));
            untold = name;
        } catch (GivenUpException | ElasticException.Refused e) {
            LOG.warn("Whether the source's write block is the run's own cannot be told: {}", e.getMessage());
        } finally {
            steps.until(Instant.MAX, () -> "");
        }
    }

    /// An answer may be lost, and the name be another one then.
    private boolean isAdopted() throws ElasticException {
        Optional<String> name = untold();
        return name.isEmpty() || sides.sourceBlock().adopt(name.get());
    }

    /// Of the index that the run copies.
    private Optional<String> untold() throws ElasticException {
        return new SourceNow(sides).isThere() ? sides.sourceBlock().untold() : Optional.empty();
    }

    /// As sentences behind a space; empty if there was none.
    private String adopted() {
        return untold.filter(_ -> sides.sourceBlock().own().isEmpty())
                .map(name -> " '" + sides.sourceIndex() + "' had a write block that this run has set (alias '"
                        + name + "') and of which Kafka's control topic knew nothing: it is lifted. Somebody may have"
                        + " put that topic back to an earlier state.")
                .orElse("");
    }

    private void untilAsked(Steps steps) {
        steps.until(term.clock().instant().plus(ASKING), () -> "no answer within " + ASKING.toSeconds() + " s");
    }

    /// A block of which nothing says that it is the run's own is somebody else's, and stays.
    private WriteAccess freed(Steps steps) throws Exception {
        return steps.take(FREE, () -> {
            boolean wasOurs = sides.sourceBlock().own().isPresent();
            if (sides.freeSource().isEmpty()) {
                return Optional.empty();
            }
            WriteAccess access = WriteAccess.toSource(sides);
            String open = wasOurs ? "its write block was lifted" : "they can";
            return Optional.of(new Steps.Taken<>(access, access.isOpen() ? open : access.why()));
        });
    }

    /// Whoever controls the run gives writers their alias back, when it can: nobody has to wait for that.
    ///
    /// @return what is left of the target and what to do about it, as sentences behind a space; empty if
    ///     nothing is
    private String target(Steps steps) throws Exception {
        untilTargetAnswers(steps);
        try {
            boolean isToBeOurs = new Undo(sides, term).targetIsOpen(steps);
            return isToBeOurs
                    ? steps.tried(this::leftOnTarget)
                    : " The target has taken the source's place: there is nothing to abort. See which index clients"
                            + " use, and move the aliases if it is the wrong one."
                            + steps.tried(() -> UntoldRollback.block(sides));
        } catch (GivenUpException | ElasticException.Refused e) {
            return " Whether writers have their alias could not be seen: " + e.getMessage()
                    + ". The run sees to that when it can. Give 'abort' again when the target answers.";
        }
    }

    private void untilTargetAnswers(Steps steps) {
        steps.until(
                term.clock().instant().plus(around.settings().maxBlocked()),
                () -> "the target has not answered" + (steps.trouble().isEmpty() ? "" : " (" + steps.trouble() + ")"));
    }

    private String leftOnTarget() throws ElasticException {
        String index = "'" + sides.targetIndex() + "'";
        if (sides.foundTarget().isEmpty()) {
            return " Target index " + index + " is gone: give the run up with 'abort --run', and begin a new one.";
        }
        TargetPosition place = sides.place();
        if (place instanceof TargetPosition.Returned) {
            return " " + UntoldRollback.left(sides);
        }
        if (!(place instanceof TargetPosition.Open)) {
            return " The run cannot write to " + index + ": its write alias '"
                    + sides.names().write()
                    + "' is gone. Give the index that alias back, or give the run up with 'abort --run'.";
        }
        return sides.isTargetBlocked()
                ? " The run cannot write to " + index + ": it has a write block that somebody else has set. Ask whoever"
                        + " set it, or lift it: " + WriteBlock.lifting(sides.targetIndex()) + "."
                : "";
    }

    /// A source that the run has not blocked is waited for 10 s at most: it may be gone, and everything of its
    /// cluster.
    private void giveUp(RunStage.Copying stage, Steps steps) throws Exception {
        adopt(steps);
        if (sides.sourceBlock().own().isPresent()) {
            WriteAccess _ = freed(steps);
        }
        String open = closed(steps);
        String shut = opened(steps);
        tidy(steps);
        Remains.Finding left = remains(steps);
        Answer answer = new Answer(
                request.id(),
                left.isLeft() || !open.isEmpty() || !shut.isEmpty() ? Answer.Outcome.DIFFERENT : Answer.Outcome.DONE,
                GIVEN_UP
                        + left.sentence()
                        + adopted()
                        + starters(left)
                        + open
                        + shut
                        + new SourceCopies(sides, term).leftForGood(),
                term.clock().instant());
        term.enter(stage.giveUp("given up by the operator"), Map.of(Answer.key(request.id()), answer.encode()));
        putBackAgain();
    }

    /// What only the control topic keeps from beginning the run anew, as a sentence behind a space; empty where
    /// the topics are to stay.
    private static String starters(Remains.Finding left) {
        return left.isLeft()
                ? ""
                : " Before you delete them, take away what starts its processes again, such as a Deployment or a"
                        + " service: without its topics a process that is started begins the run anew.";
    }

    /// The sentence that says which other run has taken the target, by whose settings and mapping that one
    /// works; empty if none has.
    private Optional<String> rival() throws ElasticException {
        return sides.foundTarget()
                .flatMap(found -> TargetOwner.planned(term.plan()).rival(sides.targetIndex(), found.aliases()));
    }

    private void putBackAgain() {
        try {
            if (rival().isPresent()) {
                return;
            }
        } catch (ElasticException e) {
            LOG.debug("Whose the target is cannot be told, so it stays as it is", e);
            return;
        }
        RunEnd.putBackAgain(around, term, sides);
    }

    /// Takes from the run what it writes to the target by. A target that does not answer is not waited for
    /// for ever: it may be gone, and everything of its cluster. Readers and writers end as soon as the run
    /// has.
    ///
    /// @return what is left of the run there, as a sentence behind a space; empty if nothing is
    private String closed(Steps steps) throws Exception {
        untilTargetAnswers(steps);
        try {
            boolean _ = new Undo(sides, term).targetIsOpen(steps);
            String kept = steps.take("take the write alias away for good", () -> {
                String left = WriteAliases.drop(sides);
                return sides.place() instanceof TargetPosition.Open
                        ? Optional.empty()
                        : Optional.of(new Steps.Taken<>(
                                left,
                                left.isEmpty()
                                        ? "nobody of this run can write any more"
                                        : "nobody of this run can write to '" + sides.targetIndex() + "' any more"));
            });
            return kept
                    + steps.take("put the target's settings back", () -> {
                        Optional<String> rival = rival();
                        if (rival.isPresent()) {
                            return Optional.of(new Steps.Taken<>(
                                    " Its " + TombstoneAge.SETTING
                                            + " and its mapping stay as they are, for the other run.",
                                    "they stay: " + rival.get()));
                        }
                        RunEnd.putSettingsBack(term, sides);
                        return Optional.of(new Steps.Taken<>("", ""));
                    });
        } catch (GivenUpException e) {
            return " '" + sides.targetIndex() + "' may still have the alias '"
                    + sides.names().write()
                    + "' and the " + TombstoneAge.SETTING + " of this run, since " + e.getMessage()
                    + ": take them away when it answers."
                    + (OurBlocks.mayBeOnTarget(term)
                            ? " It may also have a write block of this run: " + WriteBlock.lifting(sides.targetIndex())
                                    + "."
                            : "");
        } finally {
            steps.until(Instant.MAX, () -> "");
        }
    }

    /// The run is given up even if the target refuses that for good, as one does whose mapping has more than
    /// its limits allow.
    ///
    /// @return what is left, as a sentence behind a space; empty if nothing is
    private String opened(Steps steps) throws Exception {
        untilAsked(steps);
        try {
            steps.take("let the target take new fields as the source does", "", () -> {
                if (rival().isEmpty()) {
                    RunEnd.open(around, term, sides);
                }
                return Optional.of(true);
            });
            return "";
        } catch (GivenUpException | ElasticException.Refused e) {
            return " Target index '" + sides.targetIndex() + "' still takes no new fields (" + e.getMessage()
                    + (steps.trouble().isEmpty() ? "" : ", " + steps.trouble())
                    + "): give its mapping the word for 'dynamic' that the source has, before it is used.";
        }
    }

    /// Nobody deletes them when the run is given up, so it is tried for a while.
    private void tidy(Steps steps) throws Exception {
        SourceCopies copies = new SourceCopies(sides, term);
        if (copies.unneeded().isEmpty()) {
            return;
        }
        untilAsked(steps);
        try {
            steps.take(
                    "delete copies of the source",
                    "",
                    () -> Optional.of(copies.tidy().isEmpty()));
        } catch (GivenUpException e) {
            LOG.warn("Copies of the source could not be deleted: {}", e.getMessage());
        }
    }

    /// Asked last, when the run can write no more, and for a short time: clusters may be gone for good.
    private Remains.Finding remains(Steps steps) throws Exception {
        Remains remains = new Remains(around, sides, term);
        untilAsked(steps);
        try {
            return steps.take("see what is still needed", () -> {
                Remains.Finding found = remains.look().and(WriteAccess.toSource(sides));
                return Optional.of(new Steps.Taken<>(found, found.sentence()));
            });
        } catch (GivenUpException | ElasticException.Refused e) {
            return remains.unknown(e.getMessage() + (steps.trouble().isEmpty() ? "" : ", " + steps.trouble()));
        }
    }
}
