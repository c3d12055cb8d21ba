package io.shardstream.common.primary;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SettlingTest {
    private static final CopyIdentity COPY = new CopyIdentity(1, "a", "uuid", "history");

    private long now = Duration.ofDays(1).toNanos();
    private final Settling settling = new Settling("cities", () -> now);

    @Test
    void aShardThatIsWrittenToSettlesByItself() {
        for (long seqNo = 10; seqNo < 20; seqNo++) {
            assertThat(isDue(0, seqNo)).isFalse();
            now += Duration.ofMillis(1500).toNanos();
        }
    }

    @Test
    void aShardThatStandsStillIsAskedOnceASecond() {
        assertThat(isDue(0, 10)).isFalse();
        now += Duration.ofMillis(500).toNanos();
        assertThat(isDue(0, 10)).isFalse();
        now += Duration.ofMillis(500).toNanos();
        assertThat(isDue(0, 10)).isTrue();
        assertThat(isDue(0, 10)).isFalse();
        now += Duration.ofSeconds(1).toNanos();
        assertThat(isDue(0, 10)).isTrue();
    }

    @Test
    void shardsAreToldApart() {
        assertThat(isDue(0, 10)).isFalse();
        now += Duration.ofSeconds(1).toNanos();
        assertThat(isDue(1, 10)).isFalse();
        assertThat(isDue(0, 10)).isTrue();
    }

    private boolean isDue(int shard, long maxSeqNo) {
        return settling.isDue(shard, new Numbers(COPY, 9, maxSeqNo, 0));
    }
}
