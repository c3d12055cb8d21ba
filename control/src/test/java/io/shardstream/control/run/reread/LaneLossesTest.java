package io.shardstream.control.run.reread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LaneLossesTest {
    @Test
    void aLaneThatHoldsWhatIsToBeWrittenHasLostNothing() {
        assertThat(LaneLosses.sentences(
                        "docs", List.of(3L, 0L, 7L), List.of(3L, 0L, 0L), List.of(9L, 0L, 7L), Set.of()))
                .isEmpty();
    }

    @Test
    void whatIsGoneBeforeItWasWrittenIsNamed() {
        assertThat(LaneLosses.sentences("docs", List.of(3L, 0L), List.of(5L, 1L), List.of(9L, 1L), Set.of()))
                .containsExactly(
                        "Lane 0 of docs has lost offsets 3 to 4, which were not written.",
                        "Lane 1 of docs has lost offsets 0 to 0, which were not written.");
    }

    @Test
    void aLaneThatEndsBelowWhatWasWrittenHasLostItsEnd() {
        assertThat(LaneLosses.sentences("docs", List.of(7L), List.of(0L), List.of(6L), Set.of(0)))
                .containsExactly("Lane 0 of docs ends at offset 6, although what lay below 7 was written: it has lost"
                        + " its end.");
    }

    /// By its length nothing is missing.
    @Test
    void aLaneThatWasCutAndFilledUpAgainIsNamed() {
        assertThat(LaneLosses.sentences("docs", List.of(7L, 7L), List.of(0L, 0L), List.of(9L, 9L), Set.of(1)))
                .containsExactly("Lane 1 of docs has lost records below offset 7, which were written, and has got"
                        + " others in their place, which nobody writes.");
    }
}
