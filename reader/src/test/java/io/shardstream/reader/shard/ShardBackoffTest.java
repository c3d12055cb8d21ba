package io.shardstream.reader.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShardBackoffTest {
    @Test
    void theFirstWaitIsAtMostATenthOfASecond() {
        assertThat(waitAfter(1)).isBetween(Duration.ofMillis(50), Duration.ofMillis(100));
    }

    @Test
    void eachWaitIsTwiceAsLong() {
        assertThat(waitAfter(4)).isBetween(Duration.ofMillis(400), Duration.ofMillis(800));
    }

    @Test
    void noWaitIsLongerThanTenSeconds() {
        assertThat(waitAfter(1000)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
    }

    private static Duration waitAfter(int failures) {
        return new ShardBackoff(failures).wait(new Random(1));
    }
}
