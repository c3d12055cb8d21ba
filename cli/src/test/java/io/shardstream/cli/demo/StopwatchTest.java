package io.shardstream.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StopwatchTest {
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong clock = new AtomicLong(5 * SECOND);
    private final Stopwatch watch = new Stopwatch(clock::get);

    @Test
    void readingCountsFromTheStartAndWritingFromTheFirstDocumentWritten() {
        at(1, 10, 0);
        at(2, 20, 5);
        at(4, 30, 10);
        at(5, 30, 30);
        at(6, 30, 30);

        assertThat(watch.readSeconds()).isEqualTo(4);
        assertThat(watch.writeSeconds()).isEqualTo(3);
        assertThat(watch.totalSeconds()).isEqualTo(6);
    }

    private void at(long second, long read, long written) {
        clock.set((5 + second) * SECOND);
        watch.seen(read, written);
    }
}
