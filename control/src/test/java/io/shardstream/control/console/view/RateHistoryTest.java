package io.shardstream.control.console.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RateHistoryTest {
    private long nanos;
    private final RateHistory history = new RateHistory(() -> nanos);

    @Test
    void whatIsCountedSteadilyHasOneRateOverEachSpan() {
        count(0, 700, 1, 50);

        Rates rates = history.of(0);

        assertThat(rates.tenSeconds()).isCloseTo(50, within(1e-9));
        assertThat(rates.minute()).isCloseTo(50, within(1e-9));
        assertThat(rates.tenMinutes()).isCloseTo(50, within(1e-9));
    }

    @Test
    void aStandstillShowsInTheShortSpanFirst() {
        long counted = count(0, 600, 1, 100);
        for (int second = 0; second < 20; second++) {
            nanos += 1_000_000_000L;
            history.add(counted, 0);
        }

        Rates rates = history.of(0);

        assertThat(rates.tenSeconds()).isZero();
        assertThat(rates.minute()).isBetween(60.0, 70.0);
        assertThat(rates.tenMinutes()).isBetween(95.0, 98.0);
    }

    @Test
    void beforeAMinuteIsOverItsRateIsOfTheTimeThatThereWas() {
        count(0, 5, 1, 10);

        assertThat(history.of(0).minute()).isCloseTo(10, within(1e-9));
    }

    @Test
    void nothingIsKnownAtTheFirstMoment() {
        history.add(1_000);

        assertThat(history.of(0)).isEqualTo(Rates.NONE);
    }

    @Test
    void aCounterThatBeginsAgainHasNoNegativeRate() {
        history.add(1_000);
        nanos += 1_000_000_000L;
        history.add(0);

        assertThat(history.of(0)).isEqualTo(Rates.NONE);
    }

    @Test
    void ofACounterThatWasNotThereBeforeNothingIsKnown() {
        history.add(1_000);
        nanos += 1_000_000_000L;
        history.add(2_000, 500);

        assertThat(history.of(1)).isEqualTo(Rates.NONE);
    }

    @Test
    void whatWasCountedAMomentAgoCounts() {
        history.add(0);
        nanos += 500_000_000L;
        history.add(5);

        assertThat(history.of(0)).isEqualTo(new Rates(10, 10, 10));
    }

    @Test
    void whoCountsMayGoOnCountingInTheSamePlace() {
        long[] counts = {0};
        history.add(counts);
        nanos += 1_000_000_000L;
        counts[0] = 7;
        history.add(counts);

        assertThat(history.of(0).tenSeconds()).isEqualTo(7);
    }

    @Test
    void theShortestRateIsOfTheLastTenSecondsAndNotMore() {
        history.add(0);
        nanos += 10_000_000_000L;
        history.add(1_000);
        nanos += 10_000_000_000L;
        history.add(1_000);

        assertThat(history.of(0).tenSeconds()).isZero();
    }

    @Test
    void countersAreToldApart() {
        count(0, 20, 1, 10);

        assertThat(history.of(1)).isEqualTo(Rates.NONE);
    }

    /// Counts in the first of two counters.
    private long count(long from, int seconds, int everySeconds, long perSecond) {
        long counted = from;
        history.add(counted, 0);
        for (int second = 0; second < seconds; second += everySeconds) {
            nanos += everySeconds * 1_000_000_000L;
            counted += everySeconds * perSecond;
            history.add(counted, 0);
        }
        return counted;
    }
}
