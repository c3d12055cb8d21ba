package io.shardstream.common.contract.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FullStopTest {
    @Test
    void whatIsNoWholeSentenceGetsOne() {
        assertThat(FullStop.of("it is gone")).isEqualTo("it is gone.");
        assertThat(FullStop.of("it has 'a'")).isEqualTo("it has 'a'.");
    }

    @Test
    void whatEndsASentenceGetsNone() {
        assertThat(FullStop.of("It is gone. Restore it.")).isEqualTo("It is gone. Restore it.");
        assertThat(FullStop.of("is it there?")).isEqualTo("is it there?");
    }
}
