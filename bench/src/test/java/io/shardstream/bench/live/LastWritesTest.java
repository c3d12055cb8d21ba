package io.shardstream.bench.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LastWritesTest {
    private static final long SECOND = 1_000_000_000;

    private final LastWrites last = new LastWrites();

    @Test
    void onlyTheTwoSecondsBeforeTheLastAnswerCount() {
        last.note(10 * SECOND - 1, 1, 2);
        last.note(10 * SECOND, 10, 20);
        last.note(11 * SECOND, 100, 200);
        last.note(12 * SECOND, 1_000, 2_000);

        assertThat(last.count()).isEqualTo(new LastWrites.Count(1_110, 2_220));
    }

    @Test
    void aClientThatWaitedForItsLastAnswerHadDoneLessBefore() {
        last.note(SECOND, 50, 50);
        last.note(9 * SECOND, 0, 0);

        assertThat(last.count()).isEqualTo(new LastWrites.Count(0, 0));
    }

    @Test
    void nothingIsCountedBeforeTheFirst() {
        assertThat(last.count()).isEqualTo(new LastWrites.Count(0, 0));
    }
}
