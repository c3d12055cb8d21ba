package io.shardstream.control.state.controller;

import io.shardstream.common.contract.record.MemberReport;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.common.kafka.Announcing;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.ThisProcess;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.loop.LoopRunner;
import io.shardstream.common.loop.SteadyClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A process that controls a run whenever the group of its controllers chooses it.
public final class ControllerStandby implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final LoopRunner runner;
    private final LoopRunner announcing;
    private final ActiveController controlling;
    private final ControllerLoop loop;

    private ControllerStandby(
            ActiveController controlling, ControllerLoop loop, LoopRunner runner, LoopRunner announcing) {
        this.controlling = controlling;
        this.loop = loop;
        this.runner = runner;
        this.announcing = announcing;
    }

    /// Joins the group.
    ///
    /// @param plan of the run
    /// @param sessionTimeout after which a silent controller is replaced
    /// @param rescue what is taken back while Kafka is away
    /// @param longestCall for how long a cut-over may wait for what it calls
    /// @param beside kept by whichever process controls the run
    /// @param tenure for how long it controls the run
    /// @param refusals told where a cluster does not let the controller in
    public static ControllerStandby start(
            KafkaConnection kafka,
            RunTopics topics,
            RunPlan plan,
            Duration sessionTimeout,
            ControllerWork work,
            Rescue rescue,
            Duration longestCall,
            Beside beside,
            Tenure tenure,
            AccessRefusals refusals) {
        InstantSource clock = new SteadyClock();
        ActiveController controlling = new ActiveController(
                topics.run(), thisProcess(), work, beside, tenure, clock, InstantSource.system(), Thread::sleep);
        ControllerLoop loop = new ControllerLoop(
                new ControllerGroup(kafka, topics, sessionTimeout),
                () -> new KafkaJournal(kafka, topics, plan),
                controlling,
                rescue,
                new StallWatch(rescue, longestCall),
                new Turn(longestCall, sessionTimeout),
                refusals,
                clock);
        try (HalfMade made = new HalfMade()) {
            LoopRunner runner = made.part(LoopRunner.start(loop, PAUSE));
            LoopRunner announcing = made.part(Announcing.start(kafka, topics, MemberReport.CONTROL, Optional.empty()));
            made.keep();
            return new ControllerStandby(controlling, loop, runner, announcing);
        }
    }

    /// This process, as the control topic names it when it is the controller.
    public static String thisProcess() {
        return ThisProcess.name();
    }

    /// Completes when it has been closed; exceptionally with a
    /// [io.shardstream.common.loop.BlockedException] if a person must look, or with whatever broke.
    public CompletableFuture<Void> end() {
        return runner.end();
    }

    /// Whether Kafka has let this process join the group.
    public boolean hasJoined() {
        return loop.hasJoined();
    }

    /// Whether it has controlled the run for as long as it was to, and will not do so again.
    public boolean isOver() {
        return controlling.isOver();
    }

    /// Says why this process will let the run go, where nobody tells it to stop: what is taken back then is
    /// answered with that.
    ///
    /// @param why as the end of a sentence, or as sentences
    public void leavesFor(String why) {
        controlling.leavesFor(why);
    }

    /// Begins to let the run go, and does not wait for that.
    public void stop() {
        runner.stop();
        announcing.stop();
    }

    /// Lets the run go, so that another process may control it at once.
    @Override
    public void close() {
        stop();
        runner.close();
        announcing.close();
    }
}
