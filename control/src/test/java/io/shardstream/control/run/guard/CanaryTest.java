package io.shardstream.control.run.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CanaryTest {
    private static final Instant NOW = Instant.EPOCH;

    private final Canary canary = new Canary();

    @Test
    void nothingIsKnownBeforeTheFirst() {
        assertThat(canary.quantile(NOW)).isEmpty();
    }

    @Test
    void oneOfTwentyMayBeSlow() {
        took(1, 19);
        canary.took(1000, NOW);
        assertThat(canary.quantile(NOW)).hasValue(19);
        canary.took(900, NOW);
        assertThat(canary.quantile(NOW)).hasValue(900);
    }

    @Test
    void onlyTheLastTwentyCount() {
        canary.took(1000, NOW);
        canary.took(1000, NOW);
        took(1, 20);
        assertThat(canary.quantile(NOW)).hasValue(19);
    }

    @Test
    void whatWasSlowAMinuteAgoIsForgottenWhenItIsFasterNow() {
        canary.took(1000, NOW);
        canary.took(5, NOW.plusSeconds(50));
        assertThat(canary.quantile(NOW.plusSeconds(60))).hasValue(1000);
        assertThat(canary.quantile(NOW.plusSeconds(61))).hasValue(5);
        assertThat(canary.quantile(NOW.plusSeconds(600))).as("the last one").hasValue(5);
    }

    private void took(int from, int to) {
        IntStream.rangeClosed(from, to).forEach(millis -> canary.took(millis, NOW));
    }
}
