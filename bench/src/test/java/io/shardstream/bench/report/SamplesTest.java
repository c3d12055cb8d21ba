package io.shardstream.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamplesTest {
    @Test
    void theMedianIsTheMiddleOneOrTheMeanOfTheTwoInTheMiddle() {
        assertThat(new Samples(List.of(9.0, 1.0, 2.0)).median()).isEqualTo(2);
        assertThat(new Samples(List.of(9.0, 1.0, 2.0, 4.0)).median()).isEqualTo(3);
    }

    @Test
    void oneIsHeldAgainstAnotherRoundByRound() {
        Samples ratios = new Samples(List.of(10.0, 30.0)).over(new Samples(List.of(5.0, 10.0)));
        assertThat(ratios.values()).containsExactly(2.0, 3.0);
        assertThat(ratios.min()).isEqualTo(2);
        assertThat(ratios.max()).isEqualTo(3);
    }

    @Test
    void differentNumbersOfRoundsCannotBeHeldAgainstEachOther() {
        Samples one = new Samples(List.of(1.0));
        Samples two = new Samples(List.of(1.0, 2.0));
        assertThatThrownBy(() -> one.over(two))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("1 values cannot be held against 2");
    }

    @Test
    void anotherUnitIsAFactorOnEachValue() {
        assertThat(new Samples(List.of(1.0, 4.0)).times(0.5).values()).containsExactly(0.5, 2.0);
    }

    @Test
    void nothingMeasuredIsNoFigure() {
        assertThatThrownBy(() -> new Samples(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aQuantileIsTheValueThatItsPartDoesNotExceed() {
        Samples hundred = new Samples(
                IntStream.rangeClosed(1, 100).mapToObj(i -> 101.0 - i).toList());

        assertThat(hundred.quantile(0.99)).isEqualTo(99);
        assertThat(hundred.quantile(0.5)).isEqualTo(50);
        assertThat(hundred.quantile(1)).isEqualTo(100);
        assertThat(new Samples(List.of(7.0)).quantile(0.01)).isEqualTo(7);
    }
}
