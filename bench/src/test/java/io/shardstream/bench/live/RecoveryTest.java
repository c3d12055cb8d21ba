package io.shardstream.bench.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.shardstream.bench.report.Curve;
import org.junit.jupiter.api.Test;

class RecoveryTest {
    private static final Repeated NOTHING = new Repeated(0, 0, 0, 0);

    @Test
    void theRateOfTheLastSecondsMustBeReachedAgainNotThatOfTheBegin() {
        Curve curve = new Curve();
        curve.add(0, 0);
        curve.add(10, 100);
        curve.add(15, 600);
        curve.add(18, 600);
        curve.add(20, 700);
        curve.add(21, 790);

        Recovery recovery = Recovery.of(curve, 15, NOTHING);

        assertThat(recovery.before()).isCloseTo(100, within(1e-9));
        assertThat(recovery.still()).isCloseTo(5, within(1e-9));
        assertThat(recovery.back()).isCloseTo(6, within(1e-9));
    }

    @Test
    void whatTheServersHadUnderWayIsNoRecovery() {
        Curve curve = new Curve();
        curve.add(0, 0);
        curve.add(5, 500);
        curve.add(6, 600);
        curve.add(10, 600);
        curve.add(11, 700);

        Recovery recovery = Recovery.of(curve, 5, NOTHING);

        assertThat(recovery.back()).isCloseTo(6, within(1e-9));
    }

    @Test
    void aCopyThatIsOverTooSoonSaysWhatToDo() {
        Curve curve = new Curve();
        curve.add(0, 0);
        curve.add(5, 500);
        curve.add(8, 500);
        curve.add(9, 510);

        assertThatThrownBy(() -> Recovery.of(curve, 5, NOTHING))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The copy was over before 90/s were reached again: measure with more documents (--docs)");
    }
}
