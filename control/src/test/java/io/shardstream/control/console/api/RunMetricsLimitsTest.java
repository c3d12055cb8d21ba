package io.shardstream.control.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunFileThrottle;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.metrics.Metric;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.control.console.view.BacklogView;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.console.view.RunViews;
import io.shardstream.control.console.view.TimeLeft;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/// What is told at the limits: nothing may begin, nothing moves, there is no room.
class RunMetricsLimitsTest {
    private static final Throttle STOPPED = ThrottleText.changed(Throttle.NONE, Map.of("total", "0b"));

    @Test
    void aThrottleThatLetsNothingBeginIsAPause() {
        ControlRecords stopped = new ControlRecords(Map.of(Throttle.KEY, STOPPED.encode()));

        assertThat(told(RunViews.empty(), stopped, Throttle.NONE)).containsEntry(Metric.PAUSED, 1.0);
    }

    @Test
    void theThrottleOfTheRunFileHoldsWhileNoOtherIsSet() {
        assertThat(told(RunViews.empty(), ControlRecords.NONE, STOPPED)).containsEntry(Metric.PAUSED, 1.0);
    }

    /// A process that stands by may have another run file.
    @Test
    void theThrottleOfTheProcessThatControlsTheRunHoldsAndNotThatOfTheOwnRunFile() {
        ControlRecords noted = new ControlRecords(Map.of(RunFileThrottle.KEY, new RunFileThrottle(STOPPED).encode()));

        assertThat(told(RunViews.empty(), noted, Throttle.NONE)).containsEntry(Metric.PAUSED, 1.0);
    }

    @Test
    void aThrottleThatIsSetHoldsAndNotThatOfTheRunFile() {
        ControlRecords free = new ControlRecords(Map.of(Throttle.KEY, Throttle.NONE.encode()));

        assertThat(told(RunViews.empty(), free, STOPPED)).containsEntry(Metric.PAUSED, 0.0);
    }

    @Test
    void whereItMayTakeForEverTheTimeAtBestIsTold() {
        TimeLeft left = new TimeLeft(Duration.ofSeconds(10), TimeLeft.NEVER, "lane 0");
        RunView view = RunViews.full(new BacklogView(0, 0, OptionalDouble.empty()), left);

        assertThat(told(view, ControlRecords.NONE, Throttle.NONE)).containsEntry(Metric.ETA, 10.0);
    }

    @Test
    void moreThanAFullBacklogLeavesNoHeadroom() {
        TimeLeft left = new TimeLeft(Duration.ZERO, Duration.ZERO, "lane 0");
        RunView view = RunViews.full(new BacklogView(9, 1_000_001, OptionalDouble.empty()), left);

        assertThat(told(view, ControlRecords.NONE, Throttle.NONE)).containsEntry(Metric.BACKLOG_HEADROOM, 0.0);
    }

    private static Map<Metric, Double> told(RunView view, ControlRecords said, Throttle fromRunFile) {
        Map<Metric, Double> told = new EnumMap<>(Metric.class);
        new RunMetrics(() -> Optional.of(view), () -> said, fromRunFile, view::at)
                .tell((metric, value, _) -> told.put(metric, value));
        return told;
    }
}
