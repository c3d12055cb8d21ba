package io.shardstream.bench.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CleanPointTest {
    @Test
    void theLastCleanStepIsBelowTheFirstThatWasRefused() {
        assertThat(CleanPoint.of(new TreeMap<>(Map.of(1, 0L, 2, 0L, 4, 3L)))).hasValue(2);
    }

    @Test
    void aCleanStepAboveARefusedOneIsChance() {
        assertThat(CleanPoint.of(new TreeMap<>(Map.of(1, 0L, 2, 1L, 4, 0L)))).hasValue(1);
    }

    @Test
    void thereIsNoneIfTheLowestStepWasRefused() {
        assertThat(CleanPoint.of(new TreeMap<>(Map.of(1, 1L)))).isEmpty();
    }

    @Test
    void itIsPassedWhenAnythingWasRefused() {
        assertThat(CleanPoint.isPassed(new TreeMap<>(Map.of(1, 0L, 2, 0L)))).isFalse();
        assertThat(CleanPoint.isPassed(new TreeMap<>(Map.of(1, 0L, 2, 5L)))).isTrue();
    }
}
