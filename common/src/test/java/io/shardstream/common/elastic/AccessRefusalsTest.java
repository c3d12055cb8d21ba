package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AccessRefusalsTest {
    private final AtomicLong nanos = new AtomicLong();
    private final AccessRefusals refusals = new AccessRefusals(nanos::get);

    @Test
    void whatIsRefusedForTenSecondsIsTold() {
        refusals.refused("shard 0", "No.");
        after(9);
        refusals.refused("shard 0", "No.");
        assertThat(refusals.lasting()).isEmpty();
        after(1);
        assertThat(refusals.lasting()).contains("No.");
    }

    @Test
    void anotherOneThatIsLetInDoesNotMakeItGood() {
        refusals.refused("shard 0", "No.");
        after(10);
        refusals.passed("shard 1");
        assertThat(refusals.lasting()).contains("No.");
        refusals.passed("shard 0");
        assertThat(refusals.lasting()).isEmpty();
    }

    @Test
    void whatPassedInBetweenBeginsAnew() {
        refusals.refused("shard 0", "No.");
        after(8);
        refusals.passed("shard 0");
        refusals.refused("shard 0", "No again.");
        after(8);
        assertThat(refusals.lasting()).isEmpty();
    }

    @Test
    void whatIsNotMetForAMinuteIsForgotten() {
        refusals.refused("node a", "No.");
        after(61);
        assertThat(refusals.lasting()).isEmpty();
        refusals.refused("node a", "No.");
        after(1);
        assertThat(refusals.lasting()).isEmpty();
    }

    @Test
    void whatTakesAMinuteEachTimeIsRememberedFromOneTimeToTheNext() {
        for (int i = 0; i < 2; i++) {
            refusals.refused("shard 0", "Late.", Duration.ofMinutes(1));
            after(70);
        }
        assertThat(refusals.lasting()).contains("Late.");
        after(300);
        assertThat(refusals.lasting()).isEmpty();
    }

    private void after(int seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }
}
