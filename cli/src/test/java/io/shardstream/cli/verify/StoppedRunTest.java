package io.shardstream.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceReading;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.routing.RoutingFunction;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.lanes.Workers;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoppedRunTest {
    private static final Workers BOTH = new Workers(1, 1);
    private static final Workers NOBODY = new Workers(0, 0);

    private static ControlRecords blocked(String... parts) {
        return new ControlRecords(Arrays.stream(parts)
                .collect(Collectors.toMap(
                        Blocked::key, part -> new Blocked(part, "The " + part + " waits.", Instant.EPOCH).encode())));
    }

    @ParameterizedTest
    @ValueSource(strings = {Blocked.REJECTS, Blocked.TARGET, Blocked.MAPPING})
    void whatStopsTheWholeRunIsSaidAtOnce(String part) {
        assertThat(StoppedRun.reason("cities", blocked(part), () -> BOTH))
                .contains("Run cities is stopped, so nothing new would be settled. The " + part + " waits.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reader", "writer", "run"})
    void soIsWhatAProcessWaitsForIfNoOtherIsAtWork(String part) {
        assertThat(StoppedRun.reason("cities", blocked(part), () -> NOBODY))
                .contains("Run cities is stopped, so nothing new would be settled. The " + part + " waits.");
        assertThat(StoppedRun.reason("cities", blocked(part), () -> BOTH)).isEmpty();
    }

    @Test
    void aProcessCountsForItsKindOnly() {
        assertThat(StoppedRun.reason("cities", blocked("reader"), () -> new Workers(0, 1)))
                .isPresent();
        assertThat(StoppedRun.reason("cities", blocked("reader"), () -> new Workers(1, 0)))
                .isEmpty();
        assertThat(StoppedRun.reason("cities", blocked("writer"), () -> new Workers(1, 0)))
                .isPresent();
        assertThat(StoppedRun.reason("cities", blocked("run"), () -> new Workers(1, 0)))
                .isPresent();
    }

    @Test
    void aControllerThatWaitsKeepsNothingBack() {
        assertThat(StoppedRun.reason("cities", blocked("control"), () -> NOBODY))
                .isEmpty();
    }

    @Test
    void nobodyIsAskedWhereNothingWaits() {
        assertThat(StoppedRun.reason("cities", ControlRecords.NONE, () -> {
                    throw new AssertionError();
                }))
                .isEmpty();
    }

    @Test
    void everythingThatHasToBeLookedAtIsSaid() {
        assertThat(StoppedRun.reason("cities", blocked("reader", Blocked.TARGET), () -> NOBODY)
                        .orElseThrow())
                .contains("The reader waits.", "The target waits.");
    }

    @Test
    void whatNobodyWritesAnyMoreIsNotWaitedFor() {
        RunState left = state(7, 4);

        assertThat(StoppedRun.leftOver("cities", left, () -> NOBODY))
                .contains("Run cities was ended while 3 records were waiting in Kafka, and nobody writes them any more:"
                        + " the target holds a part of what was read, and is not compared. Begin a new run under"
                        + " another name.");
        assertThat(StoppedRun.leftOver("cities", left, () -> BOTH)).isEmpty();
        assertThat(StoppedRun.leftOver("cities", state(7, 7), () -> NOBODY)).isEmpty();
    }

    @Test
    void aLaneThatWasCutHidesNothingThatWaitsInAnother() {
        assertThat(StoppedRun.leftOver("cities", state(List.of(2L, 7L), List.of(6L, 4L)), () -> NOBODY))
                .hasValueSatisfying(why -> assertThat(why).contains("while 3 records were waiting"));
    }

    private static RunState state(long end, long committed) {
        return state(List.of(end), List.of(committed));
    }

    private static RunState state(List<Long> ends, List<Long> committed) {
        RunPlan plan = new RunPlan(
                "cities",
                "s",
                1,
                "cities-v2",
                "t",
                new ShardRouting(1, 1, 1, RoutingFunction.MODULO),
                "Shardstream-x",
                "docs",
                1000,
                List.of(0L),
                0,
                new SourceReading(VersionMode.SEQNO, false, true));
        return new RunState(plan, Map.of(), ends, committed, 0);
    }
}
