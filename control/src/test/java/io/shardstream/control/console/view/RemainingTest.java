package io.shardstream.control.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RemainingTest {
    @Test
    void itTakesAsLongAsThePartThatTakesLongest() {
        var left = Remaining.timeLeft(List.of(
                new Remaining("lane 0", 100, new Rates(10, 10, 10)), new Remaining("lane 1", 100, new Rates(1, 1, 1))));

        assertThat(left).contains(new TimeLeft(Duration.ofSeconds(100), Duration.ofSeconds(100), "lane 1"));
    }

    @Test
    void theRangeIsThatOfTheRatesOfLate() {
        var left = Remaining.timeLeft(List.of(new Remaining("lane 0", 600, new Rates(10, 5, 20))));

        assertThat(left).contains(new TimeLeft(Duration.ofSeconds(30), Duration.ofSeconds(120), "lane 0"));
    }

    @Test
    void theRangeReachesToTheWorstOfAnyPart() {
        var left = Remaining.timeLeft(List.of(
                new Remaining("lane 0", 100, new Rates(10, 10, 10)),
                new Remaining("lane 1", 100, new Rates(20, 20, 2))));

        assertThat(left).contains(new TimeLeft(Duration.ofSeconds(10), Duration.ofSeconds(50), "lane 0"));
    }

    @Test
    void aPartThatHasNothingToDoMayStandStill() {
        var left = Remaining.timeLeft(
                List.of(new Remaining("lane 0", 0, Rates.NONE), new Remaining("lane 1", 1, new Rates(4, 4, 4))));

        assertThat(left).contains(new TimeLeft(Duration.ofMillis(250), Duration.ofMillis(250), "lane 1"));
    }

    @Test
    void whoStandsStillAtTheMomentMayTakeForEver() {
        var left = Remaining.timeLeft(List.of(new Remaining("lane 0", 600, new Rates(0, 5, 20))));

        assertThat(left).contains(new TimeLeft(Duration.ofSeconds(30), TimeLeft.NEVER, "lane 0"));
    }

    @Test
    void ofWhatHasNotMovedForTenMinutesNothingCanBeSaid() {
        assertThat(Remaining.timeLeft(List.of(
                        new Remaining("lane 0", 600, Rates.NONE), new Remaining("lane 1", 600, new Rates(1, 1, 1)))))
                .isEmpty();
    }

    @Test
    void whereNothingIsLeftNothingTakesTime() {
        assertThat(Remaining.timeLeft(List.of(new Remaining("lane 0", 0, Rates.NONE))))
                .isEmpty();
    }
}
