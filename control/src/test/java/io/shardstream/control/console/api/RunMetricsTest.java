package io.shardstream.control.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.metrics.Metric;
import io.shardstream.common.metrics.MetricSource;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.console.view.RunViews;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RunMetricsTest {
    /// Ninety seconds after what the views show.
    private static final InstantSource CLOCK =
            InstantSource.fixed(RunViews.full().at().plusSeconds(90));

    @Test
    void everythingThatIsSeenIsTold() {
        assertThat(told(Optional.of(RunViews.full()), ControlRecords.NONE))
                .containsEntry("PHASE[blocked]", 1.0)
                .containsEntry("PHASE[backfill]", 0.0)
                .containsEntry("PAUSED[]", 1.0)
                .containsEntry("VIEW_AGE[]", 90.0)
                .containsEntry("BLOCKED[writer]", 1.0)
                .containsEntry("WRITES_REFUSED[]", 1.0)
                .containsEntry("VERIFY_MISMATCHED_DOCS[]", 1.0)
                .containsEntry("GOAL_DOCS[]", 20.0)
                .containsEntry("DONE_DOCS[]", 10.0)
                .containsEntry("PROGRESS[]", 0.425)
                .containsEntry("GOAL_READ[]", 0.0)
                .containsEntry("ETA[]", 20.0)
                .containsEntry("LAG_OPERATIONS[]", 17.0)
                .containsEntry("SHARD_LAG[0]", 17.0)
                .containsEntry("SHARD_READ[0]", 10.0)
                .containsEntry("LAG_RECORDS[0]", 1.0)
                .containsEntry("WRITTEN_RECORDS[0]", 9.0)
                .containsEntry("LAG_BYTES[]", 100.0)
                .containsEntry("BACKLOG_HEADROOM[]", 0.9999)
                .containsEntry("OPEN_REJECTS[]", 1.0)
                .containsEntry("REJECTS[mapper_parsing_exception]", 1.0)
                .containsEntry("GUARD_RATE[target, n1]", 5_000_000.0)
                .containsEntry("GUARD_BREACHED[target, n1]", 1.0)
                .containsEntry("GUARD_BREACHED[source, s1]", 0.0);
    }

    @Test
    void eachMetricOfControlIsToldWithItsLabels() {
        Set<Metric> told = EnumSet.noneOf(Metric.class);
        new RunMetrics(() -> Optional.of(RunViews.full()), () -> ControlRecords.NONE, Throttle.NONE, CLOCK)
                .tell((metric, _, labels) -> {
                    assertThat(labels).as(metric.name()).hasSameSizeAs(metric.labels());
                    told.add(metric);
                });

        assertThat(told).isEqualTo(EnumSet.range(Metric.PHASE, Metric.GUARD_BREACHED));
    }

    @Test
    void whatIsNotKnownIsNotTold() {
        assertThat(told(Optional.of(RunViews.empty()), ControlRecords.NONE))
                .containsEntry("PHASE[backfill]", 1.0)
                .containsEntry("WRITES_REFUSED[]", 0.0)
                .containsEntry("SHARD_READ[0]", 0.0)
                .containsEntry("MISSING_OF_START[]", 0.0)
                .doesNotContainKeys("ETA[]", "LAG_OPERATIONS[]", "SHARD_LAG[0]", "VERIFY_MISMATCHED_DOCS[]");
    }

    @Test
    void beforeTheFirstLookNothingIs() {
        assertThat(told(Optional.empty(), ControlRecords.NONE)).isEmpty();
    }

    /// A rollback keeps clients from writing after the run's end, too.
    @Test
    void ofARunThatHasEndedItIsToldWhetherClientsCanWriteAndNothingOfItsProgress() {
        assertThat(told(new EndedRunMetrics(() -> Optional.of(RunViews.full()), CLOCK)))
                .containsEntry("WRITES_REFUSED[]", 1.0)
                .containsEntry("PHASE[blocked]", 1.0)
                .containsEntry("VIEW_AGE[]", 90.0)
                .doesNotContainKeys("GOAL_DOCS[]", "LAG_BYTES[]", "PAUSED[]");
        assertThat(told(new EndedRunMetrics(() -> Optional.of(RunViews.empty()), CLOCK)))
                .containsEntry("WRITES_REFUSED[]", 0.0);
    }

    /// Nobody mends by itself what a copy without `follow` lacks at its end, and `verify` comes after that.
    @Test
    void ofACompleteCopyItIsToldWhatItLacksAndWhatVerifyHasFound() {
        assertThat(told(new EndedRunMetrics(() -> Optional.of(RunViews.completed("")), CLOCK)))
                .containsEntry("OPEN_REJECTS[]", 1.0)
                .containsEntry("VERIFY_MISMATCHED_DOCS[]", 1.0)
                .containsEntry("MISSING_OF_START[]", 2.0);
    }

    @Test
    void whatACutOverHasAcceptedIsToldNoMoreAndWhatVerifyHasFoundIs() {
        assertThat(told(new EndedRunMetrics(() -> Optional.of(RunViews.completed("production was moved")), CLOCK)))
                .containsEntry("VERIFY_MISMATCHED_DOCS[]", 1.0)
                .doesNotContainKeys("OPEN_REJECTS[]", "MISSING_OF_START[]");
    }

    @Test
    void whatARunThatWasGivenUpLacksIsNotTold() {
        assertThat(told(new EndedRunMetrics(() -> Optional.of(RunViews.full()), CLOCK)))
                .doesNotContainKeys("OPEN_REJECTS[]", "VERIFY_MISMATCHED_DOCS[]", "MISSING_OF_START[]");
    }

    private static Map<String, Double> told(Optional<RunView> view, ControlRecords said) {
        return told(new RunMetrics(() -> view, () -> said, Throttle.NONE, CLOCK));
    }

    private static Map<String, Double> told(MetricSource source) {
        Map<String, Double> told = new TreeMap<>();
        source.tell(
                (Metric metric, double value, String... labels) -> told.put(metric.name() + List.of(labels), value));
        return told;
    }
}
