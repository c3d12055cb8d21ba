package io.shardstream.reader.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.reader.window.DocumentTally;
import org.junit.jupiter.api.Test;

class MeanSizeTest {
    private final MeanSize size = new MeanSize();

    @Test
    void nothingIsKnownBeforeADocumentWasSeen() {
        assertThat(size.bytes()).isZero();
    }

    @Test
    void itIsTheMeanOfWhatWasSeen() {
        size.add(new DocumentTally(3, 300));
        size.add(new DocumentTally(1, 500));
        assertThat(size.bytes()).isEqualTo(200);
    }

    @Test
    void documentsThatHaveGrownAreNotTakenForSmallOnes() {
        size.add(new DocumentTally(10_000_000, 1_000_000_000));
        for (int i = 0; i < 40; i++) {
            size.add(new DocumentTally(1000, 5_000_000));
        }
        assertThat(size.bytes()).isBetween(4000.0, 5000.0);
    }

    @Test
    void documentsThatHaveShrunkAreNotTakenForLessThanTheyWereOnTheWhole() {
        size.add(new DocumentTally(1_000_000, 5_000_000_000L));
        for (int i = 0; i < 40; i++) {
            size.add(new DocumentTally(1000, 100_000));
        }
        assertThat(size.bytes()).isBetween(4500.0, 5000.0);
    }
}
