package io.shardstream.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TargetTest {
    @Test
    void aTargetSaysWhichSideOfItsValueIsTheGoodOne() {
        assertThat(Target.B1M.wantedText()).isEqualTo("≥ 1.3 x");
        assertThat(Target.B1B.wantedText()).isEqualTo("≤ 0.02");
        assertThat(Target.B9.wantedText()).isEqualTo("≥ 300,000 docs/s");
    }

    @Test
    void theWantedValueItselfIsEnough() {
        assertThat(Target.B1M.isReached(1.3)).isTrue();
        assertThat(Target.B1M.isReached(1.29)).isFalse();
        assertThat(Target.B1B.isReached(0.02)).isTrue();
        assertThat(Target.B1B.isReached(0.021)).isFalse();
    }

    @Test
    void smallValuesKeepTheirDigitsAndLargeOnesAreGrouped() {
        assertThat(Target.B1B.text(0.0134)).isEqualTo("0.0134");
        assertThat(Target.B1B.text(0)).isEqualTo("0");
        assertThat(Target.B1M.text(2.0)).isEqualTo("2 x");
        assertThat(Target.B9.text(1_234_567)).isEqualTo("1,234,567 docs/s");
    }
}
