package io.shardstream.writer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriterClientsTest {
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;

    @ParameterizedTest
    @CsvSource({"64, 1, 4096", "64, 32, 4096", "64, 128, 1024", "64, 1000, 131", "150, 1000, 307", "16, 1000, 64"})
    void whatIsFetchedOfALaneIsLessTheMoreLanesThereAre(long maxMib, int lanes, long kib) {
        assertThat(WriterClients.fetchOfLane(maxMib * MIB, lanes) / KIB).isEqualTo(kib);
    }

    @ParameterizedTest
    @CsvSource({"64, 32", "64, 128", "64, 1000", "150, 1000", "614, 1024"})
    void pausedLanesTogetherKeepNoMoreThanTwiceWhatAWriterMayHold(long maxMib, int lanes) {
        assertThat(lanes * WriterClients.fetchOfLane(maxMib * MIB, lanes)).isLessThanOrEqualTo(2 * maxMib * MIB);
    }
}
