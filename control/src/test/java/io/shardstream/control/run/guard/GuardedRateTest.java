package io.shardstream.control.run.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.run.guard.NodeVerdict.Kind;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class GuardedRateTest {
    private static final long MIB = 1 << 20;
    private static final double ALL = 1L << 40;

    private Instant now = Instant.EPOCH;
    private GuardedRate rate = new GuardedRate(1, now);

    @Test
    void itBeginsLowAndDoublesWhileTheObjectiveIsKept() {
        assertThat(rate.bytes()).isEqualTo(MIB);
        after(Kind.KEPT, 4, ALL);
        assertThat(rate.bytes()).isEqualTo(16 * MIB);
    }

    @Test
    void byDefaultItBeginsWithoutALimitAndNeverFallsBelowTheRateWithWhichOthersBegin() {
        rate = GuardedRate.byDefault(1, now);
        assertThat(rate.isLimit()).isFalse();
        after(Kind.MISSED, 1, 10.0 * MIB);
        assertThat(rate.isLimit()).isTrue();
        assertThat(rate.bytes()).isEqualTo(7 * MIB);
        after(Kind.MISSED_BADLY, 2, 10.0 * MIB);
        assertThat(rate.bytes()).as("one bad look and the next one").isEqualTo(7 * MIB / 2);
        after(Kind.MISSED_BADLY, 100, 10.0 * MIB);
        assertThat(rate.bytes()).isEqualTo(MIB);
        after(Kind.MISSED, 100, 0);
        assertThat(rate.bytes()).isEqualTo(MIB);
    }

    @Test
    void byDefaultItIsNoneAgainWhenNothingIsKnownOrMissed() {
        rate = GuardedRate.byDefault(1, now);
        after(Kind.MISSED_BADLY, 1, ALL);
        after(Kind.UNKNOWN, 16, ALL);
        assertThat(rate.isLimit()).isFalse();
        after(Kind.MISSED_BADLY, 1, ALL);
        after(Kind.KEPT, 149, 0);
        assertThat(rate.isLimit()).isTrue();
        after(Kind.KEPT, 1, 0);
        assertThat(rate.isLimit()).isFalse();
    }

    @Test
    void itFallsWhenTheObjectiveIsMissed() {
        after(Kind.KEPT, 4, ALL);
        after(Kind.MISSED, 1, ALL);
        assertThat(rate.bytes()).isBetween(11 * MIB, 12 * MIB);
        after(Kind.MISSED, 1, ALL);
        assertThat(rate.bytes()).isBetween(7 * MIB, 8 * MIB);
    }

    @Test
    void itFallsFromWhatIsReallyMovedAndNotFromWhatIsAllowed() {
        after(Kind.KEPT, 7, ALL);
        after(Kind.MISSED, 1, 10.0 * MIB);
        assertThat(rate.bytes()).isEqualTo(7 * MIB);
    }

    @Test
    void itDoesNotRiseWhileItIsNotUsed() {
        after(Kind.KEPT, 4, ALL);
        after(Kind.KEPT, 100, 7.0 * MIB);
        assertThat(rate.bytes()).isEqualTo(16 * MIB);
    }

    @Test
    void itRisesWhileOneOfItsSharesIsUsed() {
        rate = new GuardedRate(8, now);
        after(Kind.KEPT, 1, MIB / 8.0);
        assertThat(rate.bytes()).isEqualTo(2 * MIB);
        after(Kind.KEPT, 1, MIB / 9.0);
        assertThat(rate.bytes()).isEqualTo(2 * MIB);
    }

    @Test
    void itRisesInStepsFromWhereTheObjectiveWasMissed() {
        after(Kind.KEPT, 4, ALL);
        after(Kind.MISSED, 1, ALL);
        long fallen = rate.bytes();
        after(Kind.KEPT, 1, ALL);
        assertThat(rate.bytes()).isBetween(fallen + fallen / 25, fallen + fallen / 15);
        after(Kind.KEPT, 9, ALL);
        assertThat(rate.bytes()).isBetween(fallen * 3 / 2, fallen * 7 / 4);
    }

    @Test
    void aMissThatLastsLeavesALittle() {
        after(Kind.MISSED, 100, ALL);
        assertThat(rate.bytes()).isEqualTo(GuardedRate.LEAST);
    }

    @Test
    void aBadMissStopsItForAWhileWhateverIsMeasuredThen() {
        after(Kind.KEPT, 4, ALL);
        after(Kind.MISSED_BADLY, 1, ALL);
        assertThat(rate.bytes()).isZero();
        after(Kind.KEPT, 4, 0);
        assertThat(rate.bytes()).isZero();
        after(Kind.KEPT, 1, 0);
        assertThat(rate.bytes()).isEqualTo(GuardedRate.LEAST);
    }

    @Test
    void afterABadMissItDoublesUpToHalfOfWhatItWasAndThenRisesInSteps() {
        after(Kind.KEPT, 4, ALL);
        after(Kind.MISSED_BADLY, 3, ALL);
        now = now.plus(GuardedRate.STOP);
        after(Kind.KEPT, 6, ALL);
        assertThat(rate.bytes()).isEqualTo(8 * MIB);
        after(Kind.KEPT, 1, ALL);
        assertThat(rate.bytes()).isBetween(8 * MIB + 1, 9 * MIB);
    }

    @Test
    void oneAnswerThatIsMissingChangesNothingAndHalfAMinuteWithoutOneStopsIt() {
        after(Kind.KEPT, 4, ALL);
        after(Kind.UNKNOWN, 14, ALL);
        assertThat(rate.bytes()).isEqualTo(16 * MIB);
        after(Kind.UNKNOWN, 1, ALL);
        assertThat(rate.bytes()).isZero();
        after(Kind.KEPT, 1, 0);
        assertThat(rate.bytes()).isEqualTo(GuardedRate.LEAST);
    }

    @Test
    void itNeverGrowsWithoutEnd() {
        after(Kind.KEPT, 1000, ALL);
        assertThat(rate.bytes()).isEqualTo(GuardedRate.MOST);
    }

    /// Every two seconds.
    private void after(Kind verdict, int times, double used) {
        for (int i = 0; i < times; i++) {
            now = now.plus(Duration.ofSeconds(2));
            rate.after(verdict, used, now);
        }
    }
}
