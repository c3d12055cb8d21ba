package io.shardstream.control.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.Test;

class WatchedCallTest {
    @Test
    void whoeverIsInterruptedWhileWaitingHearsItAsFromKafka() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> WatchedCall.of(Thread::sleep, () -> "answer")).isInstanceOf(InterruptException.class);

        assertThat(Thread.interrupted()).isTrue();
    }
}
