package io.shardstream.common.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServerTimeTest {
    @Test
    void timesAreReadAsServersWriteThem() {
        assertThat(ServerTime.parse("5s")).contains(Duration.ofSeconds(5));
        assertThat(ServerTime.parse("24h")).contains(Duration.ofDays(1));
        assertThat(ServerTime.parse("1d")).contains(Duration.ofDays(1));
        assertThat(ServerTime.parse("250ms")).contains(Duration.ofMillis(250));
        assertThat(ServerTime.parse("1.5m")).contains(Duration.ofSeconds(90));
    }

    @Test
    void whatIsNoTimeIsNone() {
        assertThat(ServerTime.parse("-1")).isEmpty();
        assertThat(ServerTime.parse("")).isEmpty();
        assertThat(ServerTime.parse("soon")).isEmpty();
    }
}
