package io.shardstream.control.console.api;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.metrics.Metric;
import io.shardstream.common.metrics.MetricSource;
import io.shardstream.common.pace.LimitsInForce;
import io.shardstream.control.console.view.ControlTopicView;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.console.view.ShardView;
import io.shardstream.control.console.view.TimeLeft;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What a process that controls a run, or stands by, sees of it.
///
/// @param view the newest; nothing is told before there is one
/// @param said what the control topic says
/// @param fromRunFile how fast the run may work until somebody says otherwise
/// @param clock by which a view is old
public record RunMetrics(
        Supplier<Optional<RunView>> view, Supplier<ControlRecords> said, Throttle fromRunFile, InstantSource clock)
        implements MetricSource {
    @Override
    public void tell(Readings to) {
        view.get().ifPresent(run -> {
            standing(run.standing(), to);
            age(run, clock, to);
            to.add(
                    Metric.PAUSED,
                    is(run.standing().pause().isPresent()
                            || !LimitsInForce.ofRun(said.get(), fromRunFile).mayWork(run.at())));
            progress(run, to);
            lag(run, to);
            rejects(run, to);
            guard(run.standing(), to);
        });
    }

    static void age(RunView run, InstantSource clock, Readings to) {
        Duration age = Duration.between(run.at(), clock.instant());
        to.add(Metric.VIEW_AGE, age.isNegative() ? 0 : (double) age.toSeconds());
    }

    static void phase(ControlTopicView standing, Readings to) {
        Stream.concat(
                        Arrays.stream(Phase.values()).map(Phase::label),
                        Stream.of(ControlTopicView.BLOCKED, ControlTopicView.PAUSED))
                .forEach(phase -> to.add(Metric.PHASE, is(phase.equals(standing.phase())), phase));
    }

    static void refused(ControlTopicView standing, Readings to) {
        to.add(Metric.WRITES_REFUSED, is(standing.refused().isPresent()));
    }

    private static void standing(ControlTopicView standing, Readings to) {
        phase(standing, to);
        standing.blocked().forEach(blocked -> to.add(Metric.BLOCKED, 1, blocked.part()));
        refused(standing, to);
        verified(standing, to);
    }

    static void verified(ControlTopicView standing, Readings to) {
        standing.verified()
                .ifPresent(verified -> to.add(Metric.VERIFY_MISMATCHED_DOCS, (double) verified.differences()));
    }

    private static void progress(RunView run, Readings to) {
        to.add(Metric.GOAL_DOCS, (double) run.goalDocs());
        to.add(Metric.DONE_DOCS, (double) (run.written().docs() + run.rejected()));
        to.add(Metric.PROGRESS, run.percent() / 100);
        to.add(Metric.GOAL_READ, is(run.shards().stream().allMatch(RunMetrics::isRead)));
        run.timeLeft().map(RunMetrics::seconds).ifPresent(left -> to.add(Metric.ETA, left));
    }

    private static boolean isRead(ShardView shard) {
        return shard.goal().isPresent() && shard.done() >= shard.goal().getAsLong();
    }

    /// At worst; at best where it might take for ever.
    private static double seconds(TimeLeft left) {
        Duration time = left.high().equals(TimeLeft.NEVER) ? left.low() : left.high();
        return time.toSeconds();
    }

    private static void lag(RunView run, Readings to) {
        run.behind().ifPresent(operations -> to.add(Metric.LAG_OPERATIONS, (double) operations));
        run.lanes().forEach(lane -> {
            String number = Integer.toString(lane.lane());
            to.add(Metric.LAG_RECORDS, (double) lane.waiting().records(), number);
            to.add(Metric.WRITTEN_RECORDS, (double) lane.written(), number);
        });
        run.shards().forEach(shard -> {
            String number = Integer.toString(shard.shard());
            shard.behind().ifPresent(operations -> to.add(Metric.SHARD_LAG, (double) operations, number));
            to.add(Metric.SHARD_READ, shard.done() + 1.0, number);
        });
        to.add(Metric.LAG_BYTES, (double) run.waiting().bytes());
        to.add(Metric.BACKLOG_HEADROOM, Math.max(0, 1 - (double) run.waiting().bytes() / run.maxBacklog()));
    }

    /// What a copy lacks: documents that the target has rejected, and those that were gone before they were
    /// read.
    static void lacking(RunView run, Readings to) {
        to.add(Metric.OPEN_REJECTS, (double) run.rejected());
        to.add(Metric.MISSING_OF_START, (double) run.standing().overtaken());
    }

    private static void rejects(RunView run, Readings to) {
        lacking(run, to);
        run.rejectsByType().forEach((type, count) -> to.add(Metric.REJECTS, (double) count, type));
    }

    private static void guard(ControlTopicView standing, Readings to) {
        standing.guard().forEach(finding -> {
            String side = finding.side().label();
            to.add(Metric.GUARD_RATE, (double) finding.rate(), side, finding.node());
            to.add(Metric.GUARD_BREACHED, is(finding.isMissed()), side, finding.node());
        });
    }

    private static double is(boolean so) {
        return so ? 1 : 0;
    }
}
