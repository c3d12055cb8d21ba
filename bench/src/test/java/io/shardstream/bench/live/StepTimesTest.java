package io.shardstream.bench.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Step;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StepTimesTest {
    private static final Instant ASKED = Instant.parse("2026-01-01T00:00:00Z");

    private static Step step(int number, String name, long millis) {
        return new Step("request", 1, number, name, true, "", ASKED.plusMillis(millis));
    }

    @Test
    void aStepLastsFromTheEndOfTheOneBeforeIt() {
        assertThat(StepTimes.of(ASKED, List.of(step(1, "block", 200), step(2, "swap", 1700))))
                .containsExactly(Map.entry("block", 0.2), Map.entry("swap", 1.5));
    }

    @Test
    void aStepThatIsTakenAgainIsTheSameOne() {
        assertThat(StepTimes.of(ASKED, List.of(step(1, "block", 100), step(2, "swap", 200), step(3, "block", 1200))))
                .containsExactly(Map.entry("block", 1.1), Map.entry("swap", 0.1));
    }
}
