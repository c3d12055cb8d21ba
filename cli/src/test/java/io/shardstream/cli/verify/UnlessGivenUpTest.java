package io.shardstream.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.errors.TimeoutException;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class UnlessGivenUpTest {
    private Instant now = Instant.EPOCH;
    private Phase phase = Phase.CATCHING_UP;
    private int looks;
    private boolean isAway;
    private final UnlessGivenUp waiting =
            new UnlessGivenUp("cities", time -> now = now.plus(time), this::said, () -> now);

    @ParameterizedTest
    @EnumSource(names = {"ABORTED", "FAILED"})
    void nobodyIsWaitedForWhoHasEndedForGood(Phase end) {
        pass(30);
        phase = end;
        assertThatThrownBy(() -> pass(30))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("Run cities has ended in the meantime");
        assertThat(now).isBefore(Instant.EPOCH.plusSeconds(40));
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"ABORTED", "FAILED"})
    void whoeverMayStillWorkIsWaitedFor(Phase other) {
        phase = other;
        pass(300);
        assertThat(now).isEqualTo(Instant.EPOCH.plusSeconds(300));
    }

    @Test
    void kafkaIsAskedEveryFiveSeconds() {
        pass(61);
        assertThat(looks).isEqualTo(12);
    }

    @Test
    void whoDoesNotWaitDoesNotAsk() {
        now = now.plusSeconds(60);
        ThrowingConsumer<Duration> turn = waiting::sleep;
        turn.accept(Duration.ZERO);
        assertThat(looks).isZero();
    }

    @Test
    void aKafkaThatIsAwayIsAskedAgain() {
        isAway = true;
        pass(30);
        isAway = false;
        phase = Phase.ABORTED;
        assertThatThrownBy(() -> pass(10)).isInstanceOf(RunRefusedException.class);
    }

    private void pass(int seconds) {
        ThrowingConsumer<Duration> second = waiting::sleep;
        for (int passed = 0; passed < seconds; passed++) {
            second.accept(Duration.ofSeconds(1));
        }
    }

    private ControlRecords said() {
        looks++;
        if (isAway) {
            throw new TimeoutException("no broker answers");
        }
        return new ControlRecords(Map.of(RunPhase.KEY, new RunPhase(phase, 1, "").encode()));
    }
}
