package io.shardstream.cli.status;

import io.shardstream.cli.view.Limits;
import io.shardstream.common.contract.record.Adopted;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceReading;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.routing.RoutingFunction;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.pace.BacklogLimit;
import io.shardstream.control.console.view.ProgressMeter;
import io.shardstream.control.state.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// What status knows of runs that stand at various places.
final class StatusSamples {
    private StatusSamples() {}

    static final RunPlan PLAN = new RunPlan(
            "cities",
            "s",
            2,
            "cities-v2",
            "t",
            new ShardRouting(1, 1, 1, RoutingFunction.MODULO),
            "Shardstream-x",
            "docs",
            1000,
            List.of(5L, 6L),
            12,
            new SourceReading(VersionMode.SEQNO, false, true));

    static final Limits LIMITS =
            new Limits(BacklogLimit.of(1000), Throttle.NONE, () -> Instant.parse("2026-07-01T12:00:00Z"));

    static RunStatus status(ControlRecords records, List<Long> goals) {
        RunState state = new RunState(PLAN, Map.of(), List.of(0L), List.of(0L), 0, goals);
        return new RunStatus(
                "x",
                records,
                state,
                new ProgressMeter(() -> 0, Duration.ofSeconds(1)).add(state),
                0,
                0,
                OptionalInt.empty(),
                0,
                LIMITS,
                Optional.empty());
    }

    static RunStatus waiting(long records) {
        Map<Integer, Checkpoint> read = Map.of(0, new Checkpoint("docs", "s", "h", 1, 5, 10, 1000));
        RunState state = new RunState(PLAN, read, List.of(20L), List.of(20 - records), 0, List.of(5L, 6L));
        ControlRecords said = new ControlRecords(Map.of(RunPhase.KEY, new RunPhase(Phase.BACKFILL, 3, "").encode()));
        return new RunStatus(
                "x",
                said,
                state,
                new ProgressMeter(() -> 0, Duration.ofSeconds(1)).add(state),
                1,
                1,
                OptionalInt.of(1),
                20,
                LIMITS,
                Optional.empty());
    }

    static ControlRecords said(Adopted adopted) {
        return new ControlRecords(Map.of(Adopted.KEY, adopted.encode()));
    }
}
