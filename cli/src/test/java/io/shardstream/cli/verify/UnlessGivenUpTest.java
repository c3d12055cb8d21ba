package io.shardstream.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.Phase;
import io.shardstream.common.record.RunPhase;
import io.shardstream.control.refusal.RunRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class UnlessGivenUpTest {
    private Instant now = Instant.EPOCH;
    private Phase phase = Phase.CATCHING_UP;
    private int looks;
    private final UnlessGivenUp waiting =
            new UnlessGivenUp("cities", time -> now = now.plus(time), this::said, () -> now);

    @ParameterizedTest
    @EnumSource(names = {"ABORTED", "FAILED"})
    void nobodyIsWaitedForWhoHasEndedForGood(Phase end) throws Exception {
        sleep(30);
        phase = end;
        assertThatThrownBy(() -> sleep(30))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("Run cities was given up while this command waited");
        assertThat(now).isBefore(Instant.EPOCH.plusSeconds(40));
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"ABORTED", "FAILED"})
    void whoeverMayStillWorkIsWaitedFor(Phase other) throws Exception {
        phase = other;
        sleep(300);
        assertThat(now).isEqualTo(Instant.EPOCH.plusSeconds(300));
    }

    @Test
    void kafkaIsAskedEveryFiveSeconds() throws Exception {
        sleep(61);
        assertThat(looks).isEqualTo(12);
    }

    private void sleep(int seconds) throws InterruptedException {
        for (int second = 0; second < seconds; second++) {
            waiting.sleep(Duration.ofSeconds(1));
        }
    }

    private ControlRecords said() {
        looks++;
        return new ControlRecords(Map.of(RunPhase.KEY, new RunPhase(phase, 1, "").encode()));
    }
}
