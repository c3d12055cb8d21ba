package io.shardstream.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CurveTest {
    private static final double EXACT = 1e-9;

    /// 100 a second for 10 s, nothing for 4 s, then 50 a second for 2 s, then 100 again; a look every half
    /// second.
    private static Curve broken() {
        Curve curve = new Curve();
        double count = 0;
        for (int look = 0; look <= 50; look++) {
            double at = look / 2.0;
            curve.add(at, Math.round(count));
            count += at < 10 ? 50 : at < 14 ? 0 : at < 16 ? 25 : 50;
        }
        return curve;
    }

    @Test
    void theRateIsWhatWasDoneInTheTime() {
        assertThat(broken().rate(5, 10)).isCloseTo(100, within(EXACT));
        assertThat(broken().rate(8, 12)).isCloseTo(50, within(EXACT));
    }

    @Test
    void betweenTwoLooksTheCountRisesEvenly() {
        assertThat(broken().rate(5.25, 5.35)).isCloseTo(100, within(1e-6));
    }

    @Test
    void theRateIsBackWhenAWholeSecondReachesItAgain() {
        assertThat(broken().isBack(10, 1, 90)).hasValue(17);
        assertThat(broken().isBack(10, 1, 50)).hasValue(15);
    }

    @Test
    void whatWasDoneBeforeTheBreakDoesNotCount() {
        Curve curve = new Curve();
        curve.add(0, 0);
        curve.add(1, 100);
        curve.add(1.1, 100);
        curve.add(3, 100);

        assertThat(curve.isBack(1, 1, 50)).isEmpty();
    }

    @Test
    void aRateThatIsNeverReachedAgainIsNotBack() {
        assertThat(broken().isBack(10, 1, 101)).isEmpty();
    }

    @Test
    void theLongestTimeWithoutProgressIsTheStandstill() {
        assertThat(broken().standstill(5)).isEqualTo(new Curve.Standstill(10, 14.5));
        assertThat(broken().standstill(12.1)).isEqualTo(new Curve.Standstill(12.5, 14.5));
    }

    @Test
    void whatEndsForGoodDoesNotStandStill() {
        Curve curve = new Curve();
        curve.add(1, 10);
        curve.add(2, 20);
        curve.add(9, 20);

        assertThat(curve.standstill(1.5)).isEqualTo(new Curve.Standstill(1.5, 1.5));
    }

    @Test
    void itBeginsWhereItLastStoodAtItsFirstCount() {
        Curve curve = new Curve();
        curve.add(1, 7);
        curve.add(2, 7);
        curve.add(3, 8);

        assertThat(curve.begin()).isEqualTo(2);
    }

    @Test
    void eachPartHasItsOwnRateFromTheBeginningOn() {
        Curve curve = new Curve();
        curve.add(0, 0);
        curve.add(10, 0);
        curve.add(20, 500);
        curve.add(25, 1000);
        curve.add(30, 1000);

        assertThat(curve.rates(2)).containsExactly(50.0, 100.0);
        assertThat(curve.rates(4)).containsExactly(50.0, 50.0, 100.0, 100.0);
    }

    @Test
    void neitherTimeNorCountGoesBack() {
        Curve curve = new Curve();
        curve.add(1, 10);

        assertThatThrownBy(() -> curve.add(1, 11)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> curve.add(2, 9)).isInstanceOf(IllegalArgumentException.class);
    }
}
