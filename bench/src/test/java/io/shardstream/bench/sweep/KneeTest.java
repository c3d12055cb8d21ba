package io.shardstream.bench.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class KneeTest {
    @Test
    void theKneeIsTheSmallestStepThatIsNearlyAsFastAsTheFastest() {
        assertThat(Knee.of(List.of(10.0, 18.0, 19.5, 20.0, 19.9))).isEqualTo(2);
        assertThat(Knee.of(List.of(10.0, 20.0, 12.0))).isEqualTo(1);
        assertThat(Knee.of(List.of(10.0, 20.0, 40.0))).isEqualTo(2);
        assertThat(Knee.of(List.of(10.0))).isZero();
    }

    @Test
    void withoutStepsThereIsNone() {
        assertThatThrownBy(() -> Knee.of(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void twoStepsInARowWithoutGrowthAreTheEnd() {
        assertThat(Knee.hasStopped(List.of(10.0, 20.0, 20.1, 20.2))).isTrue();
        assertThat(Knee.hasStopped(List.of(10.0, 20.0, 15.0, 12.0))).isTrue();
    }

    @Test
    void oneStepWithoutGrowthMayBeChance() {
        assertThat(Knee.hasStopped(List.of(10.0, 20.0, 19.0))).isFalse();
        assertThat(Knee.hasStopped(List.of(10.0, 20.0, 19.0, 25.0))).isFalse();
        assertThat(Knee.hasStopped(List.of())).isFalse();
    }
}
