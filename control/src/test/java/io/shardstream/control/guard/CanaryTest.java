package io.shardstream.control.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CanaryTest {
    private final Canary canary = new Canary();

    @Test
    void nothingIsKnownBeforeTheFirst() {
        assertThat(canary.quantile()).isEmpty();
    }

    @Test
    void oneOfTwentyMayBeSlow() {
        IntStream.rangeClosed(1, 19).forEach(canary::took);
        canary.took(1000);
        assertThat(canary.quantile()).hasValue(19);
        canary.took(900);
        assertThat(canary.quantile()).hasValue(900);
    }

    @Test
    void onlyTheLastTwentyCount() {
        canary.took(1000);
        canary.took(1000);
        IntStream.rangeClosed(1, 20).forEach(canary::took);
        assertThat(canary.quantile()).hasValue(19);
    }
}
