package io.shardstream.cli.run;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.PlannedRun;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.kafka.ThisProcess;
import io.shardstream.common.loop.LoopRunner;
import io.shardstream.common.loop.PlanChangedException;
import io.shardstream.common.loop.SteadyClock;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.run.ControlSettings;
import io.shardstream.control.run.ReliefController;
import io.shardstream.control.run.cutover.BlockWatch;
import io.shardstream.control.run.cutover.LeftWrites;
import io.shardstream.control.run.cutover.RefusedWrites;
import io.shardstream.control.state.Controllers;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a [BlockWatch] in a process that does not control its run: whoever is left of a run gives production
/// back when the process that has blocked its writes is gone.
final class BlockGuard implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BlockGuard.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
    private static final Duration LEAST_TURN = Duration.ofMinutes(1);
    /// That may find a node silent before a block is lifted.
    private static final int REQUESTS = 10;
    /// Of a session: a controller that is killed counts for up to a whole one.
    private static final int SILENT_PART = 3;

    private final BlockWatch watch;
    private final LoopRunner runner;

    private BlockGuard(BlockWatch watch) {
        this.watch = watch;
        this.runner = LoopRunner.start(watch, PAUSE);
    }

    /// @param part what this process is, `reader` or `writer`
    /// @param said what the control topic said when this process last heard of it
    static BlockGuard start(String part, RunFile file, RunPlan plan, Connections to, Supplier<ControlRecords> said) {
        RunTopics topics = new RunTopics(file.name());
        ControlSettings settings = RunFileMapping.control(file);
        String who = part + " " + ThisProcess.name();
        return new BlockGuard(new BlockWatch(
                part,
                said,
                file.sessionTimeout().dividedBy(SILENT_PART),
                turn(file),
                () -> Controllers.atWork(to.kafka(), topics),
                () -> {
                    requireCallable(file);
                    return ReliefController.start(topics, plan, to.source(), to.target(), to.kafka(), settings, who);
                },
                new SteadyClock(),
                new Random()));
    }

    /// A cut-over that has moved production is finished by what it calls.
    private static void requireCallable(RunFile file) {
        List<String> lacking = file.cutover().lacking();
        if (!lacking.isEmpty()) {
            throw new RunRefusedException("This process lacks what cutover.on-swap refers to: set, or make readable, "
                    + String.join(", ", lacking) + ", and start it again.");
        }
    }

    /// Several requests may wait out their time limits one after the other before anything is lifted.
    private static Duration turn(RunFile file) {
        return Collections.max(List.of(
                LEAST_TURN,
                file.source().endpoint().requestTimeout().multipliedBy(REQUESTS),
                file.target().endpoint().requestTimeout().multipliedBy(REQUESTS)));
    }

    /// Completes exceptionally if it cannot go on: then this process would not notice that a controller is gone.
    CompletableFuture<Void> end() {
        return runner.end();
    }

    /// Stays with a run that has been cut over for as long as a rollback has writes blocked that is not finished: its
    /// controller may be gone, and no part of the run works any more.
    ///
    /// @param part the command that finds it so
    /// @param found what the control topic says
    /// @return false if this process was told to stop first
    static boolean untilOpen(String part, RunFile file, Connections to, ControlRecords found, Stop stop) {
        if (!LeftWrites.areRefused(found)) {
            return true;
        }
        RefusedWrites.of(found).ifPresent(refused -> {
            LOG.warn("{}", refused.what());
            stop.lastWord(refused.sentence());
        });
        LOG.info("The {} ends when they are let in again, and sees to that if no process controls the run", part);
        try (ControlTopicTail tail = ControlTopicTail.of(to.kafka(), new RunTopics(file.name()));
                BlockGuard guard = start(part, file, found.plan().orElseThrow(), to, tail::latest)) {
            do {
                guard.requireAtWork();
                tail.poll();
                if (tail.latest() != ControlRecords.NONE && !LeftWrites.areRefused(tail.latest())) {
                    return true;
                }
            } while (!stop.askedWithin(BETWEEN_LOOKS));
            return false;
        }
    }

    /// The same for a process that holds no connection: looks once what the control topic says.
    static boolean isOpen(String part, RunFile file, Stop stop) throws ElasticException {
        try (Connections to = Connections.of(file)) {
            Optional<ControlRecords> found = PlannedRun.look(file, to.kafka());
            return found.isEmpty() || untilOpen(part, file, to, found.get(), stop);
        }
    }

    /// Whatever ends a process while a cut-over has production's writes blocked: it lets them in first, if no process
    /// controls the run.
    ///
    /// @param part the command
    /// @param work by the run's plan
    /// @return the exit code
    static int openAfter(String part, RunFile file, Stop stop, RestartLoop.Work work) throws ElasticException {
        try {
            return work.byPlan();
        } catch (PlanChangedException e) {
            throw e;
        } catch (RuntimeException e) {
            try {
                endWhenOpen(part, file, stop, e);
            } catch (ElasticException | RuntimeException failure) {
                e.addSuppressed(failure);
            }
            throw e;
        }
    }

    private static void endWhenOpen(String part, RunFile file, Stop stop, RuntimeException why)
            throws ElasticException {
        try (Connections to = Connections.of(file)) {
            Optional<ControlRecords> found = PlannedRun.look(file, to.kafka()).filter(LeftWrites::areRefused);
            if (found.isPresent()) {
                LOG.error("The {} ends when writes are let in again: {}", part, why.getMessage());
                boolean _ = untilOpen(part, file, to, found.get(), stop);
            }
        }
    }

    private void requireAtWork() {
        if (runner.end().isDone()) {
            runner.end().join();
        }
    }

    /// Why this process cannot end what is left, as a sentence; empty if nothing is in its way.
    Optional<String> trouble() {
        return watch.trouble();
    }

    @Override
    public void close() {
        runner.close();
    }
}
