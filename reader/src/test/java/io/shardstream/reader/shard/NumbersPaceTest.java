package io.shardstream.reader.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersPaceTest {
    private final NumbersPace pace = new NumbersPace();

    private static Instant at(long millis) {
        return Instant.ofEpochMilli(millis);
    }

    private long dueAfter(long asked, long took) {
        pace.asked(at(asked));
        pace.told(at(asked + took));
        long due = asked + took;
        while (!pace.isDue(at(due))) {
            due++;
        }
        return due;
    }

    @Test
    void theFirstQuestionIsDueAtOnce() {
        assertThat(pace.isDue(Instant.EPOCH)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0, 50", "5, 50", "6, 100", "30, 400", "40, 400", "60, 800", "5000, 800"})
    void aNodeThatTakesLongToAnswerIsAskedLessOften(long took, long wait) {
        long asked = 1_600_000 - took;
        assertThat(dueAfter(asked, took)).isEqualTo(1_600_000 + wait);
    }

    @Test
    void whoWasAnsweredAtAnotherMomentAsksAtTheSameOneAgain() {
        long one = dueAfter(1_600_010, 35);
        long other = dueAfter(1_600_150, 25);
        assertThat(one).isEqualTo(1_600_400).isEqualTo(other);
    }
}
