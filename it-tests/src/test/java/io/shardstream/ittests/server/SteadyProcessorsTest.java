package io.shardstream.ittests.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class SteadyProcessorsTest {
    private long nanos = -5;
    private int looks;

    @Test
    void turnsOfOtherProcessesAreNotLost() {
        assertThat(SteadyProcessors.lost(goingOnBy(1, 39))).isZero();
    }

    @Test
    void aLongGapIsLost() {
        assertThat(SteadyProcessors.lost(goingOnBy(10, 40))).isCloseTo(0.8, within(0.01));
    }

    @Test
    void aGapThatIsLongerThanTheLookIsAllOfIt() {
        assertThat(SteadyProcessors.lost(goingOnBy(60_000))).isEqualTo(1);
    }

    @Test
    void itIsLookedAtForThreeSeconds() {
        var _ = SteadyProcessors.lost(goingOnBy(10));

        assertThat(Duration.ofNanos(nanos + 5)).isEqualTo(Duration.ofMillis(3010));
    }

    @Test
    void testsRunWhileNoMoreThanTwoFifthsAreLost() {
        assertThat(SteadyProcessors.judge(0.4, false).isDisabled()).isFalse();
    }

    @Test
    void whereMoreIsLostTheyAreSkippedAndItIsSaidHowToRunThem() {
        assertThat(SteadyProcessors.judge(0.41, false)).satisfies(result -> {
            assertThat(result.isDisabled()).isTrue();
            assertThat(result.getReason().orElseThrow()).contains("41 %", "-Dshardstream.servers=always");
        });
    }

    @Test
    void whoWantsThemToRunHasThemRunWhateverIsLost() {
        assertThat(SteadyProcessors.judge(0.95, true).isDisabled()).isFalse();
    }

    /// A clock that has gone on by so much with each look, by these in turn.
    private LongSupplier goingOnBy(long... millis) {
        return () -> {
            nanos += Duration.ofMillis(millis[looks % millis.length]).toNanos();
            looks++;
            return nanos;
        };
    }
}
