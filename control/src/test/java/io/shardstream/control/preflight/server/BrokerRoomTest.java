package io.shardstream.control.preflight.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.common.errors.KafkaStorageException;
import org.junit.jupiter.api.Test;

class BrokerRoomTest {
    @Test
    void foldersOfOneVolumeCountOnce() {
        assertThat(BrokerRoom.bytes(List.of(folder(1000, 300), folder(1000, 300))))
                .hasValue(300);
    }

    @Test
    void foldersOfSeveralVolumesAddUp() {
        assertThat(BrokerRoom.bytes(List.of(folder(1000, 300), folder(1000, 200), folder(500, 300))))
                .hasValue(800);
    }

    @Test
    void aFolderThatDoesNotTellLeavesItUnknown() {
        assertThat(BrokerRoom.bytes(List.of(folder(1000, 300), new LogDirDescription(null, Map.of()))))
                .isEmpty();
        assertThat(BrokerRoom.bytes(List.of())).isEmpty();
    }

    @Test
    void aFolderThatHasFailedTakesNothingAndTellsNothing() {
        assertThat(BrokerRoom.bytes(
                        List.of(folder(1000, 300), new LogDirDescription(new KafkaStorageException(), Map.of()))))
                .hasValue(300);
    }

    private static LogDirDescription folder(long total, long usable) {
        return new LogDirDescription(null, Map.of(), total, usable);
    }
}
