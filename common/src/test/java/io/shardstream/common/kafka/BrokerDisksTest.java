package io.shardstream.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.common.errors.KafkaStorageException;
import org.junit.jupiter.api.Test;

class BrokerDisksTest {
    /// Partitions are not placed by room.
    @Test
    void theFullestOfSeveralVolumesCounts() {
        assertThat(BrokerDisks.fullest(List.of(folder(1000, 900), folder(1000, 2))))
                .hasValue(2);
    }

    @Test
    void foldersOfOneVolumeThatTellALittleLaterAreNotAddedUp() {
        assertThat(BrokerDisks.fullest(List.of(folder(1000, 300), folder(1000, 296))))
                .hasValue(296);
    }

    @Test
    void aFolderThatHasFailedTakesNothingAndTellsNothing() {
        assertThat(BrokerDisks.fullest(
                        List.of(folder(1000, 300), new LogDirDescription(new KafkaStorageException(), Map.of()))))
                .hasValue(300);
    }

    @Test
    void aFolderThatDoesNotTellLeavesItUnknown() {
        assertThat(BrokerDisks.fullest(List.of(folder(1000, 300), new LogDirDescription(null, Map.of()))))
                .isEmpty();
    }

    private static LogDirDescription folder(long total, long usable) {
        return new LogDirDescription(null, Map.of(), total, usable);
    }
}
