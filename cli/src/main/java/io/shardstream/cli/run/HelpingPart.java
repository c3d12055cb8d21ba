package io.shardstream.cli.run;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.HttpOption;
import io.shardstream.cli.connect.PlannedRun;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.http.Listening;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.RunEndedException;
import io.shardstream.common.metrics.Metrics;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.run.cutover.RefusedWrites;
import io.shardstream.control.state.LostControl;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A process that holds one reader or one writer: waits for the plan, works, and ends with the run.
final class HelpingPart {
    private static final Logger LOG = LoggerFactory.getLogger(HelpingPart.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

    private final String name;
    private final Side side;
    private final Optional<Listening> where;
    private final Stop stop;
    private final StayPolicy staying;
    private final RestartLoop persistence;

    /// @param name the command, `reader` or `writer`
    /// @param side on which it works
    /// @param where it answers over HTTP, if anywhere
    /// @param staying whether it stays when the run is complete
    HelpingPart(String name, Side side, Optional<Listening> where, Stop stop, StayPolicy staying) {
        this.name = name;
        this.side = side;
        this.where = where;
        this.stop = stop;
        this.staying = staying;
        this.persistence = new RestartLoop("the " + name, stop);
    }

    /// Works until the run ends, by its plan as it is at the time.
    ///
    /// @return the exit code
    int work(RunFile file, PartStarter starter) throws ElasticException {
        warnOfLacking(file);
        try (PartHttp http = http(file.name())) {
            return staying.after(
                    () -> persistence.follow(() -> workByPlan(file, starter, http)),
                    http == null ? () -> {} : http::finish,
                    () -> BlockGuard.isOpen(name, file, stop));
        }
    }

    /// It can do its own work, but not what a controller that dies leaves.
    private void warnOfLacking(RunFile file) {
        List<String> lacking = Stream.concat(file.lacking(side.other()).stream(), file.cutover().lacking().stream())
                .toList();
        if (!lacking.isEmpty()) {
            LOG.warn(
                    "Not set, or not readable: {}. The {} works without that. But if the process that controls the run dies"
                            + " while writes are blocked, this {} cannot lift the block.",
                    String.join(", ", lacking),
                    name,
                    name);
        }
    }

    private @Nullable PartHttp http(String run) {
        if (where.isEmpty()) {
            return null;
        }
        try {
            return PartHttp.start(where.get(), run);
        } catch (IOException e) {
            throw HttpOption.refused(where.get(), e);
        }
    }

    private int workByPlan(RunFile file, PartStarter starter, @Nullable PartHttp http) throws ElasticException {
        try (Connections to = Connections.of(file)) {
            to.requireOneKafka();
            Optional<ControlRecords> found = waitForPlan(file, to);
            if (found.isEmpty()) {
                return ExitCodes.STOPPED;
            }
            ControlRecords records = found.get();
            PlannedRun.require(file, records);
            Optional<RunEndedException> ended = records.end(file.name());
            if (ended.isPresent()) {
                if (!ended.get().isCompleted()) {
                    throw ended.get();
                }
                if (!BlockGuard.untilOpen(name, file, to, records, stop)) {
                    return ExitCodes.STOPPED;
                }
                LOG.info("{}: there is nothing to do", ended.get().getMessage());
                return ExitCodes.DONE;
            }
            return BlockGuard.openAfter(name, file, stop, () -> workOn(records, file, to, starter, http));
        }
    }

    private int workOn(
            ControlRecords records, RunFile file, Connections to, PartStarter starter, @Nullable PartHttp http) {
        RunTopics topics = new RunTopics(file.name());
        BlockedNote note = new BlockedNote(to.kafka(), topics, name);
        RunPlan plan = records.plan().orElseThrow();
        try (RunningPart part = starter.start(file, plan, to);
                RestartLoop.Watched _ = persistence.works(() -> note.takeAway(records));
                ScheduledExecutorService _ = lines(part);
                Reporting _ = Reporting.start(part, to.kafka(), topics);
                BlockGuard guard = BlockGuard.start(name, file, plan, to, part::said);
                RefusalNote _ = RefusalNote.start(
                        name, to.kafka(), topics, () -> part.refused().or(guard::trouble), part::said);
                Metrics.Registration _ =
                        http == null ? () -> {} : http.shows(part, to.kafka().clients())) {
            LOG.info("The {} of run {} works", name, file.name());
            boolean complete = Waiting.until(part.end(), List.of(guard.end()), stop);
            RefusedWrites.of(part.said()).map(RefusedWrites::sentence).ifPresent(stop::lastWord);
            String why = complete
                    ? String.valueOf(part.end().exceptionNow().getMessage())
                    : "Run " + file.name() + " is left";
            LOG.info("{}; it {}", why, part.progress());
            return complete ? ExitCodes.DONE : ExitCodes.STOPPED;
        } catch (BlockedException e) {
            PlanWatch.requireSame(to.kafka(), topics, plan);
            note.leave(e);
            throw e;
        } catch (KafkaException | CompletionException e) {
            note.leaveRefusal(e);
            throw e;
        }
    }

    /// Waits as long as it takes; only at the first look is it an error that Kafka does not answer.
    private Optional<ControlRecords> waitForPlan(RunFile file, Connections to) {
        Optional<ControlRecords> records = PlannedRun.look(file, to.kafka());
        if (records.isEmpty()) {
            LostControl.of(to.kafka(), new RunTopics(file.name())).ifPresent(lost -> {
                throw new RunRefusedException(lost);
            });
            LOG.info("Waiting for run {} to be prepared by 'run' or 'control'", file.name());
        }
        while (records.isEmpty() && !stop.askedWithin(BETWEEN_LOOKS)) {
            try {
                records = PlannedRun.look(file, to.kafka());
            } catch (RunRefusedException | RetriableException e) {
                LOG.warn("Still waiting for run {}: {}", file.name(), e.getMessage());
            }
        }
        return records;
    }

    private static ScheduledExecutorService lines(RunningPart part) {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("progress").factory());
        var _ = clock.scheduleAtFixedRate(
                () -> LOG.info("{}{}", part.progress(), limitOf(part)),
                BETWEEN_LINES.toSeconds(),
                BETWEEN_LINES.toSeconds(),
                TimeUnit.SECONDS);
        return clock;
    }

    private static String limitOf(RunningPart part) {
        return part.limitedBy().map(limiter -> "; limited by " + limiter).orElse("");
    }
}
