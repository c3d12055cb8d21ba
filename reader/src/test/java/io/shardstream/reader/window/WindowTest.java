package io.shardstream.reader.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WindowTest {
    @Test
    void theHalvesOfAWindowAreTheWindow() {
        assertThat(new Window(-1, 4).parts(2)).containsExactly(new Window(-1, 1), new Window(1, 4));
    }

    @Test
    void aSingleNumberHasNoHalves() {
        assertThatThrownBy(() -> new Window(3, 4).parts(2)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aWindowHoldsItsUpperEndAndNotItsLower() {
        assertThat(new Window(3, 5).contains(5)).isTrue();
        assertThat(new Window(3, 5).contains(3)).isFalse();
    }

    @Test
    void anEmptyWindowIsRefused() {
        assertThatThrownBy(() -> new Window(4, 4)).hasMessageContaining("(4, 4]");
    }
}
