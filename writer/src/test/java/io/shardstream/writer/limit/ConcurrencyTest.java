package io.shardstream.writer.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ConcurrencyTest {
    private static final long MIB = 1 << 20;

    private final Concurrency concurrency = new Concurrency(4);

    @Test
    void itBeginsWithOnePlace() {
        assertThat(concurrency.places()).isEqualTo(1);
    }

    @Test
    void aWindowInWhichAllPlacesWereUsedAddsOne() {
        window(100, 1);
        assertThat(concurrency.places()).isEqualTo(2);
    }

    @Test
    void placesThatNobodyNeedsAreNotAdded() {
        window(100, 1);
        window(100, 1);
        assertThat(concurrency.places()).isEqualTo(2);
    }

    @Test
    void thereAreNeverMoreThanTheOperatorAllows() {
        for (int i = 0; i < 10; i++) {
            window(100, concurrency.places());
        }
        assertThat(concurrency.places()).isEqualTo(4);
    }

    @Test
    void bulksThatWaitInsideOfTheNodeTakePlacesAway() {
        for (int i = 0; i < 4; i++) {
            window(100, concurrency.places());
        }
        window(1000, 4);
        assertThat(concurrency.places()).isEqualTo(3);
    }

    @Test
    void aSlowBulkThatIsLargeIsNoSignOfWaiting() {
        window(100, 1);
        concurrency.taken(10 * MIB, 900, 2);
        concurrency.windowOver();
        assertThat(concurrency.places()).isEqualTo(3);
    }

    @Test
    void aSmallBulkThatIsDearByTheByteIsNoSignOfWaiting() {
        for (int i = 0; i < 4; i++) {
            window(64, concurrency.places());
        }
        concurrency.taken(1, 4, 4);
        concurrency.windowOver();
        assertThat(concurrency.places()).isEqualTo(4);
    }

    @Test
    void aWindowWithARefusalAddsNothing() {
        window(100, 1);
        concurrency.halve(1);
        concurrency.taken(MIB, 100, 2);
        concurrency.windowOver();
        assertThat(concurrency.places()).isEqualTo(1);
    }

    /// Else places would be given back for what the node has slowed down for other reasons.
    @Test
    void theLeastCostIsMeasuredAnewWithHalfOfThePlacesNowAndThen() {
        for (int i = 0; i < 4; i++) {
            window(100, concurrency.places());
        }
        for (int i = 0; i < 28; i++) {
            window(110, 4);
        }
        assertThat(concurrency.places()).isEqualTo(2);
        window(1000, 2);
        window(1000, 2);
        assertThat(concurrency.places()).isEqualTo(4);
        window(1000, 4);
        assertThat(concurrency.places()).isEqualTo(4);
    }

    @Test
    void aRefusalHalvesOnceAWindow() {
        for (int i = 0; i < 3; i++) {
            window(100, concurrency.places());
        }
        assertThat(concurrency.halve(0)).isTrue();
        assertThat(concurrency.halve(0)).isFalse();
        assertThat(concurrency.places()).isEqualTo(2);
    }

    @Test
    void refusedWithOnePlaceNothingIsSentForAWindow() {
        concurrency.halve(0);
        assertThat(concurrency.places()).isZero();
        concurrency.windowOver();
        assertThat(concurrency.places()).isEqualTo(1);
    }

    @Test
    void aPlaceIsLeftWhereNothingWasAnswered() {
        concurrency.halve(1);
        assertThat(concurrency.places()).isEqualTo(1);
    }

    @Test
    void atLeastOneBulkMustBeAllowed() {
        assertThatThrownBy(() -> new Concurrency(0)).hasMessageContaining("got 0");
    }

    private void window(long tookMillis, int underWay) {
        concurrency.taken(MIB, tookMillis, underWay);
        concurrency.windowOver();
    }
}
