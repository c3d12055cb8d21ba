package io.shardstream.control.state.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.elastic.ElasticException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StallWatchTest {
    private static final Duration CALL = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(500);
    private final StallWatch stalls = new StallWatch(rescue(), CALL);
    private final Journal journal = stalls.watched(new MemoryTopic().journal());
    private boolean isBlocking = true;
    private Instant now = Instant.EPOCH;

    @Test
    void aThreadThatBlocksProductionAndUsesTheControlTopicNoMoreIsStalled() {
        journal.latest();
        assertThat(isStalledWithin(stalls.limit())).isFalse();
        assertThat(isStalledWithin(LOOK.multipliedBy(2))).isTrue();
    }

    @Test
    void whatACutOverCallsMayTakeItsTime() {
        assertThat(stalls.limit()).isGreaterThan(CALL);
    }

    @Test
    void eachUseOfTheControlTopicIsASignThatItGoesOn() {
        journal.latest();
        isStalledWithin(stalls.limit());
        journal.write(Map.of("key", new byte[0]));
        assertThat(isStalledWithin(stalls.limit())).isFalse();
    }

    /// A comparison before the block may read for hours without looking at anything else.
    @Test
    void whoBlocksNothingMayTakeHours() {
        isBlocking = false;
        journal.latest();
        assertThat(isStalledWithin(Duration.ofHours(5))).isFalse();
    }

    /// The thread that looks may be the first one that goes on.
    @Test
    void aProcessThatStoodStillHasNotStalled() {
        journal.latest();
        isStalledWithin(LOOK);
        now = now.plus(Duration.ofHours(5));
        assertThat(isStalledWithin(LOOK)).isFalse();
    }

    @Test
    void whoHasLetTheRunGoIsNotWaitedFor() {
        journal.latest();
        journal.close();
        assertThat(isStalledWithin(Duration.ofHours(5))).isFalse();
    }

    private boolean isStalledWithin(Duration time) {
        boolean isStalled = false;
        for (Instant last = now.plus(time); now.isBefore(last); now = now.plus(LOOK)) {
            isStalled |= stalls.isStalled(now);
        }
        return isStalled;
    }

    private Rescue rescue() {
        return new Rescue() {
            @Override
            public Optional<Instant> due() {
                return isBlocking ? Optional.of(Instant.EPOCH) : Optional.empty();
            }

            @Override
            public void attempt() throws ElasticException {}

            @Override
            public void letGo() {}
        };
    }
}
