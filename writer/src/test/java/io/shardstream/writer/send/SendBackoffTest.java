package io.shardstream.writer.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SendBackoffTest {
    private final SendBackoff backoff = new SendBackoff(new Random(1));

    @ParameterizedTest
    @CsvSource({"1, 200", "2, 400", "5, 3200", "8, 25600", "9, 30000", "50, 30000", "2147483647, 30000"})
    void theBoundDoublesUpTo30Seconds(int attempt, long boundMillis) {
        long[] waits = LongStream.range(0, 2000)
                .map(i -> backoff.nanosBefore(attempt))
                .sorted()
                .toArray();
        long bound = Duration.ofMillis(boundMillis).toNanos();
        assertThat(waits[0]).isGreaterThanOrEqualTo(Duration.ofMillis(100).toNanos());
        assertThat(waits[waits.length - 1]).isLessThanOrEqualTo(bound).isGreaterThan(bound - bound / 20);
    }

    @Test
    void twoSendersDoNotComeBackTogether() {
        assertThat(backoff.nanosBefore(5)).isNotEqualTo(new SendBackoff(new Random(2)).nanosBefore(5));
    }
}
