package io.shardstream.reader.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RoundTimesTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void roundsBeginAtCommonMoments() {
        assertThat(after(0, SECOND)).isEqualTo(1000);
        assertThat(after(20, SECOND)).isEqualTo(1000);
        assertThat(after(7, Duration.ofSeconds(30))).isEqualTo(30_000);
    }

    @Test
    void aRoundThatBeganBetweenTwoMomentsIsNotFollowedByTheNextOne() {
        assertThat(after(900, SECOND)).isEqualTo(2000);
        assertThat(after(29_000, Duration.ofSeconds(30))).isEqualTo(60_000);
    }

    @Test
    void whileClientsWaitARoundIsFollowedAtTheNextMoment() {
        Duration every = RoundTimes.underBlock(SECOND);
        assertThat(after(490, every)).isEqualTo(500);
        assertThat(after(500, every)).isEqualTo(1000);
    }

    private static long after(long millis, Duration every) {
        return RoundTimes.after(Instant.ofEpochMilli(millis), every).toEpochMilli();
    }
}
