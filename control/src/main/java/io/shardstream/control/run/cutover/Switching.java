package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.Agreed;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.Lifeline;
import io.shardstream.control.run.block.NamedBlock;
import io.shardstream.control.run.block.OurBlocks;
import io.shardstream.control.run.block.ProductionLocation;
import io.shardstream.control.run.block.ReplacedException;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.SourceCopies;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.block.SwapHook;
import io.shardstream.control.run.block.UndeletedSource;
import io.shardstream.control.run.block.UntoldRollback;
import io.shardstream.control.state.RequestAge;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.ControllerWork;
import io.shardstream.control.state.controller.Rescue;
import io.shardstream.control.state.controller.RunStage;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a controller does for the commands that switch production or give the run up. Plain code that
/// blocks; begun anew by the next controller if this one dies.
public final class Switching implements ControllerWork {
    private static final Logger LOG = LoggerFactory.getLogger(Switching.class);

    private final CutoverContext around;
    private final Lifeline lifeline = new Lifeline();
    /// The id of the request that this process carries out, or did last.
    private String begun = "";

    public Switching(CutoverContext around) {
        this.around = around;
    }

    /// Gives production back where Kafka cannot be asked any more.
    public Rescue rescue() {
        return lifeline;
    }

    /// For how long a step may wait for what the run file names, without looking at the control topic.
    public Duration longestCall() {
        return around.settings().onSwap().map(SwapHook::limit).orElse(Duration.ZERO);
    }

    @Override
    public void carryOut(Request request, ControllerEpoch term) throws Exception {
        if (isForgotten(request, term)) {
            refuse(
                    request,
                    term,
                    "Not done: " + RequestAge.sentence(request, term.latestTime())
                            + ", and nobody has begun it, or gone on with it, for " + RequestAge.MOST.toMinutes()
                            + " minutes. Production was not touched. Run '"
                            + request.kind().label() + "' again if it is still wanted.");
            return;
        }
        begun = request.id();
        switch (term.stage()) {
            case RunStage.Backfill backfill -> whileCopying(request, term, backfill);
            case RunStage.CatchingUp catchingUp -> whileCopying(request, term, catchingUp);
            case RunStage.CuttingOver cuttingOver -> whileCuttingOver(request, term, cuttingOver);
            case RunStage.Completed completed -> afterwards(request, term, completed);
            case RunStage.Aborted aborted -> afterTheEnd(request, term, aborted);
            case RunStage.Failed failed -> refuse(request, term, "The run has failed: " + FullStop.of(failed.why()));
        }
    }

    /// Whether it was left long ago and nothing has been done to production, or to the way back, for it. What
    /// this process has begun it begins anew after a failure, however long that took; and what comes while it
    /// controls the run is new, whatever the clocks say.
    private boolean isForgotten(Request request, ControllerEpoch term) {
        if (request.id().equals(begun) || !term.wasFound(request)) {
            return false;
        }
        List<Step> steps = term.all(Step.keyPrefix(request.id()), Step::decode);
        boolean isUntouched = switch (term.stage()) {
            case RunStage.Backfill _, RunStage.CatchingUp _ -> true;
            case RunStage.Completed _ ->
                !OurBlocks.mayBeOnTarget(term) && !OurBlocks.mayBeOfRollback(term) && !Release.hasMarked(steps);
            case RunStage.CuttingOver _, RunStage.Aborted _, RunStage.Failed _ -> false;
        };
        return isUntouched && RequestAge.isForgotten(request, steps, term.latestTime());
    }

    /// Goes on with a cut-over that nobody asks for any more, or that another controller left.
    @Override
    public void goOn(ControllerEpoch term) throws Exception {
        switch (term.stage()) {
            case RunStage.CuttingOver cuttingOver ->
                new Cutover(around, sides(term), term, notes(term), lifeline).goOn(cuttingOver);
            case RunStage.CatchingUp _ -> {
                openAgain(sides(term), term);
                freeAgain(sides(term), term);
                // What is left is tried again while the run goes on.
                List<String> _ = new SourceCopies(sides(term), term).tidy();
            }
            case RunStage.Backfill _, RunStage.Completed _, RunStage.Aborted _, RunStage.Failed _ -> {}
        }
    }

    /// A call that fences the target may arrive after the cut-over that sent it has been given up: then nobody
    /// could write any more.
    private static void openAgain(Sides sides, ControllerEpoch term) {
        // A fence is told before it is taken. Nobody is asked each second about one that cannot be there.
        boolean mayBeFenced = term.all(Step.KEY_PREFIX, Step::decode).stream()
                .anyMatch(
                        step -> step.name().equals(Cutover.FENCE) || step.name().equals(Cutover.REPLACE_TOKEN));
        if (!mayBeFenced) {
            return;
        }
        try {
            if (sides.place() instanceof TargetPosition.Fenced(String token)) {
                // After the look and before the change: a token that a later controller has put there is another.
                term.requireControl();
                LOG.warn("The target's write alias was taken away by a call that came late: it is given back");
                boolean _ = sides.unfence(token);
            }
        } catch (ElasticException e) {
            LOG.debug("The target's aliases are looked at again later: {}", e.getMessage());
        }
    }

    /// No cut-over is under way: a block of the run's own was left by one whose controller could not say or
    /// do more.
    private static void freeAgain(Sides sides, ControllerEpoch term) {
        try {
            if (NamedBlock.own(term, Side.SOURCE).isPresent()) {
                term.requireControl();
                LOG.warn("A cut-over that is over has left its write block on the source: it is lifted");
                var _ = sides.freeSource();
            }
            if (NamedBlock.own(term, Side.TARGET).isPresent()) {
                term.requireControl();
                LOG.warn("A cut-over that is over has left its write block on the target: it is lifted");
                boolean _ = sides.unblockTarget();
            }
        } catch (ElasticException e) {
            LOG.debug("The write blocks are looked at again later: {}", e.getMessage());
        }
    }

    private void whileCopying(Request request, ControllerEpoch term, RunStage.Copying stage) throws Exception {
        openAgain(sides(term), term);
        switch (request.kind()) {
            case CUTOVER -> {
                if (stage instanceof RunStage.CatchingUp catchingUp) {
                    // Or it would be taken for somebody else's.
                    freeAgain(sides(term), term);
                    new Beginning(around, sides(term), term, request, lifeline).begin(catchingUp);
                } else {
                    refuse(
                            request,
                            term,
                            "The target does not hold all yet that was in the source at the start" + whatThen(term));
                }
            }
            case ABORT -> new Surrender(around, sides(term), term, request).carryOut(stage);
            case ROLLBACK, RELEASE -> {
                Steps steps = new Steps(term, request, around.sleeper()).patient();
                ProductionLocation now = ProductionLocation.asked(sides(term), term, List.of(), steps);
                String not = ", so there is nothing to "
                        + (request.kind() == Request.Kind.ROLLBACK ? "roll back" : "release") + ". ";
                refuse(
                        request,
                        term,
                        untoldSwap(term, steps)
                                        .map(untold ->
                                                "Kafka's control topic knows of no cut-over" + not + untold + " ")
                                        .orElse("This run has not been cut over" + not)
                                + now.sentence());
            }
        }
    }

    /// Which servers tell all the same, if they answer.
    private Optional<String> untoldSwap(ControllerEpoch term, Steps steps) throws Exception {
        try {
            return steps.tried(() -> UntoldRollback.sentence(sides(term)));
        } catch (GivenUpException | ElasticException.Refused e) {
            return Optional.empty();
        }
    }

    /// Behind the words that a copy is not complete. It is waited for in vain where the run does not go on.
    private static String whatThen(ControllerEpoch term) {
        if (!follows(term)) {
            return ": 'status' shows how far it is. This run ends then (follow: false) and is never cut over: begin one"
                    + " with follow: true under another name.";
        }
        return Hindrance.of(term)
                .map(why -> ". " + why)
                .orElse(": 'status' shows how far it is, and 'status --wait catching-up' waits for it. Keep 'run' or"
                        + " 'control' running: no other command completes the copy.");
    }

    private void whileCuttingOver(Request request, ControllerEpoch term, RunStage.CuttingOver stage) throws Exception {
        CutoverNotes notes = notes(term);
        boolean isMine = request.id().equals(notes.request().id());
        if (!isMine && request.kind() != Request.Kind.ABORT) {
            refuse(request, term, "A cut-over is under way: 'cutover' shows its steps, 'abort' ends it.");
            return;
        }
        new Cutover(around, sides(term), term, notes, lifeline).goOn(stage);
    }

    private void afterwards(Request request, ControllerEpoch term, RunStage.Completed stage) throws Exception {
        Optional<CutoverNotes> noted = term.read(CutoverNotes.KEY, CutoverNotes::decode);
        if (noted.isEmpty()) {
            refuse(
                    request,
                    term,
                    "The run ended when its copy was complete. To switch over, run it with follow: true under another"
                            + " name.");
            return;
        }
        List<String> _ = new SourceCopies(SourceCopies.after(sides(term), term, noted.get()), term).tidy();
        Steps steps = new Steps(term, request, around.sleeper()).untilReplaced();
        try {
            CutoverNotes notes = asFound(term, noted.get(), steps);
            Sides sides = SourceCopies.after(sides(term), term, notes);
            // What a rollback has left is taken back without Kafka, too, whoever set it.
            lifeline.holdUnlessHeld(new HeldTarget(sides, term, request, deadlineOfRollback(term)));
            // What a controller has seen is not asked of the target, which may be gone since.
            boolean isBack =
                    ProductionAt.hasGoneBack(term.now()) || findsReturned(request, term, stage, sides, notes, steps);
            if (isBack) {
                new Handback(around, sides, term, request, notes, steps).finish(stage);
            }
            lifeline.letGo();
        } catch (ReplacedException e) {
            LOG.info("{} is not carried out any further: {}", request.kind().label(), e.getMessage());
        }
    }

    /// Of a swap that was to delete the source it is asked whether that is there again.
    private CutoverNotes asFound(ControllerEpoch term, CutoverNotes noted, Steps steps) throws Exception {
        if (!SourceCopies.isReplaced(term.plan(), noted) || ProductionAt.hasGoneBack(term.now())) {
            return noted;
        }
        return steps.soon(() -> steps.tried(() -> UndeletedSource.notes(around.source(), term.plan(), noted)))
                .answer()
                .orElse(noted);
    }

    /// Until when what a rollback has left blocked may wait for Kafka. The clock of whoever blocked it may
    /// have been ahead of this one's: it waits no longer for that.
    private Instant deadlineOfRollback(ControllerEpoch term) {
        Instant now = term.clock().instant();
        Optional<Instant> moved = ProductionAt.movedBackAt(term.now());
        Optional<Instant> blocked = NamedBlock.own(term, Side.TARGET).map(OwnBlock::since);
        return Stream.concat(moved.stream(), blocked.stream())
                .max(Comparator.naturalOrder())
                .filter(since -> since.isBefore(now))
                .orElse(now)
                .plus(around.settings().maxBlocked());
    }

    /// @return whether production has gone back to the source, and the request is still to be answered
    private boolean findsReturned(
            Request request,
            ControllerEpoch term,
            RunStage.Completed stage,
            Sides sides,
            CutoverNotes notes,
            Steps steps)
            throws Exception {
        return switch (request.kind()) {
            case CUTOVER, ABORT -> new AfterSwap(sides, term, request, notes, steps).findsReturned();
            case ROLLBACK -> new Rollback(around, sides, term, request, notes, lifeline, steps).movesBack();
            case RELEASE -> new Release(around, sides, term, request, notes, steps).findsReturned(stage);
        };
    }

    /// A rollback ends the run, and so does an abort that gives it up: whoever asks for it again finds that
    /// ended.
    private void afterTheEnd(Request request, ControllerEpoch term, RunStage.Aborted stage) throws Exception {
        String ended = "The run has ended: " + FullStop.of(stage.why());
        if (Surrender.isAgain(request, term)) {
            new Surrender(around, sides(term), term, request).answerAgain();
            return;
        }
        Optional<CutoverNotes> notes = term.read(CutoverNotes.KEY, CutoverNotes::decode);
        if (request.kind() != Request.Kind.ROLLBACK
                || notes.isEmpty()
                || Repetition.done(term, request.kind(), notes.get()).isEmpty()) {
            refuse(
                    request,
                    term,
                    ended
                            + switch (request.kind()) {
                                case CUTOVER -> " Begin a new run under another name.";
                                case ROLLBACK -> " There is nothing to roll back.";
                                case RELEASE -> " There is nothing to release.";
                                case ABORT -> " There is nothing to abort.";
                            });
            return;
        }
        Sides sides = SourceCopies.after(sides(term), term, notes.get());
        Steps steps = new Steps(term, request, around.sleeper()).patient();
        ProductionLocation now =
                ProductionLocation.asked(sides, term, notes.get().aliases().orElse(List.of()), steps);
        new Repetition(sides, notes.get(), term, request.kind()).answer(request, steps, ended + " ", now);
    }

    private Sides sides(ControllerEpoch term) {
        return new Sides(around.run(), term, around.source(), around.target());
    }

    /// A run of an earlier version does not say.
    private static boolean follows(ControllerEpoch term) {
        return term.read(Agreed.KEY, Agreed::decode).map(Agreed::follow).orElse(true);
    }

    private static CutoverNotes notes(ControllerEpoch term) {
        return term.read(CutoverNotes.KEY, CutoverNotes::decode)
                .orElseThrow(() -> new IllegalStateException("a cut-over without notes"));
    }

    private static void refuse(Request request, ControllerEpoch term, String sentence) {
        term.answer(request, Answer.Outcome.REFUSED, sentence);
    }
}
