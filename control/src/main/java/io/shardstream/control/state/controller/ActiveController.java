package io.shardstream.control.state.controller;

import io.shardstream.common.contract.record.Request;
import io.shardstream.common.loop.Sleeper;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The controller at work: takes over, then does what is asked or due, until it is interrupted or deposed.
/// Plain code that blocks, on a thread of its own.
public final class ActiveController {
    private static final Logger LOG = LoggerFactory.getLogger(ActiveController.class);
    private static final String STOPPED = "the process that controlled the run was told to stop";
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    private final String run;
    private final String who;
    private final ControllerWork work;
    private final Beside beside;
    private final Tenure tenure;
    private final InstantSource clock;
    private final InstantSource wall;
    private final Sleeper sleeper;
    private volatile boolean isLeaving;
    private volatile String whyLeaving = STOPPED;
    private volatile boolean isCuttingOver;
    private volatile boolean isOver;

    /// @param who this process, as people know it
    /// @param beside kept while it controls the run
    public ActiveController(
            String run, String who, ControllerWork work, Beside beside, InstantSource clock, Sleeper sleeper) {
        this(run, who, work, beside, Tenure.FOR_GOOD, clock, clock, sleeper);
    }

    /// @param tenure for how long it controls the run
    /// @param wall the time of day, which goes on while the machine is suspended
    ActiveController(
            String run,
            String who,
            ControllerWork work,
            Beside beside,
            Tenure tenure,
            InstantSource clock,
            InstantSource wall,
            Sleeper sleeper) {
        this.run = run;
        this.who = who;
        this.work = work;
        this.beside = beside;
        this.tenure = tenure;
        this.clock = clock;
        this.wall = wall;
        this.sleeper = sleeper;
    }

    /// Says why it will be told to leave, where nobody tells its process to stop. Called by any thread.
    ///
    /// @param why as the end of a sentence, or as sentences: what ended another part of its process
    void leavesFor(String why) {
        whyLeaving = "the process that controlled the run could not go on: " + why;
    }

    /// Ends soon by itself: what is at work takes back first what it has done to production. Asked by any
    /// thread.
    void leave() {
        isLeaving = true;
    }

    /// Whether it is at a cut-over or a rollback, which takes time to be taken back, or ends one that was
    /// left. Asked by any thread.
    boolean isCuttingOver() {
        return isCuttingOver;
    }

    /// Whether it has come to its end by itself. Asked by any thread.
    boolean isOver() {
        return isOver;
    }

    /// After the swap whatever is asked for ends a rollback that was left, and lets clients write again.
    private static boolean isCuttingOver(RunStage stage, Optional<Request> request) {
        return switch (stage) {
            case RunStage.CuttingOver _ -> true;
            case RunStage.Completed _ -> request.isPresent();
            case RunStage.Backfill _, RunStage.CatchingUp _, RunStage.Aborted _, RunStage.Failed _ ->
                request.filter(one -> one.kind() == Request.Kind.CUTOVER || one.kind() == Request.Kind.ROLLBACK)
                        .isPresent();
        };
    }

    private Optional<String> leaving() {
        return isLeaving ? Optional.of(whyLeaving) : tenure.leaving();
    }

    /// @throws DeposedException if another controller has taken over
    /// @throws InterruptedException if this process is to control no longer
    public void run(Journal journal) throws Exception {
        isCuttingOver = false;
        ControllerEpoch term = ControllerEpoch.begin(journal, who, clock, this::leaving, wall);
        LOG.info(
                "This process controls run {} now (epoch {}): it is {}",
                run,
                term.epoch(),
                term.stage().phase().label());
        work.begin();
        try (Beside.Kept _ = beside.begin()) {
            while (!isLeaving) {
                Optional<Request> request = term.request();
                if (!tenure.goesOn(term.now())) {
                    isOver = true;
                    return;
                }
                isCuttingOver = isCuttingOver(term.stage(), request);
                if (request.isPresent()) {
                    work.carryOut(request.get(), term);
                } else {
                    work.goOn(term);
                }
                sleeper.sleep(BETWEEN_LOOKS);
            }
        }
    }
}
