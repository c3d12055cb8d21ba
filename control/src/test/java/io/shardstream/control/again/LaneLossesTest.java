package io.shardstream.control.again;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LaneLossesTest {
    @Test
    void aLaneThatHoldsWhatIsToBeWrittenHasLostNothing() {
        assertThat(LaneLosses.sentences("docs", List.of(3L, 0L, 7L), List.of(3L, 0L, 0L), List.of(9L, 0L, 7L)))
                .isEmpty();
    }

    @Test
    void whatIsGoneBeforeItWasWrittenIsNamed() {
        assertThat(LaneLosses.sentences("docs", List.of(3L, 0L), List.of(5L, 1L), List.of(9L, 1L)))
                .containsExactly(
                        "Lane 0 of docs has lost offsets 3 to 4, which were not written.",
                        "Lane 1 of docs has lost offsets 0 to 0, which were not written.");
    }

    @Test
    void aLaneThatEndsBelowWhatWasWrittenHasLostItsEnd() {
        assertThat(LaneLosses.sentences("docs", List.of(7L), List.of(0L), List.of(6L)))
                .containsExactly("Lane 0 of docs ends at offset 6, although what lay below 7 was written: it has lost"
                        + " its end.");
    }
}
