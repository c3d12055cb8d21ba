package io.shardstream.cli.status;

import static io.shardstream.cli.status.StatusSamples.LIMITS;
import static io.shardstream.cli.status.StatusSamples.PLAN;
import static io.shardstream.cli.status.StatusSamples.said;
import static io.shardstream.cli.status.StatusSamples.status;
import static io.shardstream.cli.status.StatusSamples.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.control.state.RunState;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/// What status says holds a run back.
class HeldBackStatusTest {
    @Test
    void itSaysThatReadersWaitForWritersAndInWhichLane() {
        assertThat(waiting(12).table())
                .contains("limited   by the backlog, 1.2 kB of 1.0 kB, most of it in lane 0: reading waits for the"
                        + " writers");
        assertThat(waiting(12).fields()).containsKey("limited").containsEntry("in_kafka_bytes", 1200L);
    }

    @Test
    void itSaysHowMuchMayWaitAndHowMuchIsKept() {
        assertThat(waiting(7).table())
                .contains("in Kafka  7 records that wait, about 700 B of 1.0 kB at most; 20 kept, about 2.0 kB");
        assertThat(waiting(7).fields())
                .containsEntry("max_in_kafka_bytes", 1000L)
                .containsEntry("kept", 20L)
                .containsEntry("kept_bytes", 2000L);
    }

    @Test
    void nothingIsLimitedWhileTheBacklogHasRoom() {
        assertThat(waiting(9).table()).noneMatch(line -> line.startsWith("limited"));
        assertThat(waiting(9).fields()).doesNotContainKey("limited");
    }

    @Test
    void aThrottleIsSaidWithWhatItAllows() {
        assertThat(throttled(Phase.BACKFILL, Map.of("per-node", "2mb", "requests", "3")))
                .containsExactly("limited   by throttle: per-node 2mb, requests 3");
    }

    @Test
    void aClosedScheduleIsSaidWithItsHours() {
        assertThat(throttled(Phase.BACKFILL, Map.of("hours", "13:00-15:30", "time-zone", "Europe/Zurich")))
                .isEmpty();
        assertThat(throttled(Phase.BACKFILL, Map.of("hours", "22:00-06:00,12:00-13:30", "time-zone", "Europe/Zurich")))
                .containsExactly("limited   by schedule: the run works 22:00-06:00, 12:00-13:30 Europe/Zurich");
    }

    @Test
    void whileACutOverIsUnderWayNothingIsThrottled() {
        assertThat(throttled(Phase.CUTTING_OVER, Map.of("total", "0b"))).isEmpty();
        assertThat(throttled(Phase.CATCHING_UP, Map.of("total", "0b")))
                .containsExactly("limited   by throttle: total 0b");
    }

    @Test
    void aLineSaysThatTheRunIsPausedOrWhatHoldsItBackFirst() {
        RunState waiting = new RunState(PLAN, Map.of(), List.of(0L), List.of(0L), 0, List.of(5L, 6L));
        Map<String, byte[]> said = new HashMap<>(Map.of(
                Throttle.KEY,
                ThrottleText.changed(Throttle.NONE, Map.of("total", "0b")).encode()));
        assertThat(LIMITS.first(ControlRecords.NONE, waiting, OptionalDouble.empty()))
                .isEmpty();
        assertThat(LIMITS.first(new ControlRecords(said), waiting, OptionalDouble.empty()))
                .isEqualTo("limited by throttle: total 0b");
        said.put(
                Throttle.KEY,
                ThrottleText.changed(Throttle.NONE, Map.of("total", "5mb")).encode());
        assertThat(LIMITS.first(new ControlRecords(said), waiting, OptionalDouble.empty()))
                .isEqualTo("with throttle: total 5mb");
        said.put(Pause.KEY, new Pause("lunch", Instant.EPOCH).encode());
        assertThat(LIMITS.first(new ControlRecords(said), waiting, OptionalDouble.empty()))
                .isEqualTo("paused lunch");
    }

    private static List<String> throttled(Phase phase, Map<String, String> limits) {
        ControlRecords records = new ControlRecords(Map.of(
                RunPhase.KEY,
                new RunPhase(phase, 3, "").encode(),
                Throttle.KEY,
                ThrottleText.changed(Throttle.NONE, limits).encode()));
        return status(records, List.of(5L, 6L)).table().stream()
                .filter(line -> line.startsWith("limited"))
                .toList();
    }
}
