package io.shardstream.workload.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.workload.compare.CompareException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadLogTest {
    private static final Operation INSERTED = new Operation(1, 0, OperationKind.INSERT);
    private static final Operation LOST_SIGHT_OF = new Operation(2, 0, OperationKind.UPDATE);

    @TempDir
    Path folder;

    private final LoadDocuments documents = new LoadDocuments("t-", 5, 90);

    @Test
    void aLogReadBackAllowsTheSameStates() throws IOException {
        LoadHistory history = LoadHistory.read(written());

        assertThat(history.documents()).isEqualTo(documents);
        assertThat(history.memory().documents()).isEqualTo(1);
        assertThat(history.memory().allowed(0)).isEqualTo(new Allowed(1, 2));
    }

    @Test
    void aLineSaysWhatItsOperationIsAndAnotherOneWhatBecameOfIt() throws IOException {
        assertThat(Files.readAllLines(written()))
                .containsExactly(
                        "{\"prefix\":\"t-\",\"seed\":5,\"bytes\":90,\"index\":\"orders\",\"at\":\"2026-01-01T00:00:00Z\"}",
                        "{\"op\":1,\"id\":\"t-0\",\"do\":\"insert\",\"form\":\"single\",\"at\":\"2026-01-01T00:00:00Z\"}",
                        "{\"op\":1,\"outcome\":\"ok\",\"status\":201,\"ms\":1.5}",
                        "{\"op\":2,\"id\":\"t-0\",\"do\":\"update\",\"form\":\"bulk\",\"at\":\"2026-01-01T00:00:00Z\"}");
    }

    @Test
    void aLineCutOffByAKillIsLeftOut() throws IOException {
        Path file = written();
        String text = Files.readString(file);
        Files.writeString(file, text + "{\"op\":2,\"outc");

        assertThat(LoadHistory.read(file).memory().allowed(0)).isEqualTo(new Allowed(1, 2));
    }

    @Test
    void anotherFileIsRefusedInASentence() throws IOException {
        Path file = Files.writeString(folder.resolve("other"), "hello\n");

        assertThatThrownBy(() -> LoadHistory.read(file))
                .isInstanceOf(CompareException.class)
                .hasMessage(file + " is not the log of a load: its first line names no prefix and no seed.");
    }

    private Path written() throws IOException {
        Path file = folder.resolve("load.ndjson");
        InstantSource clock = InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z"));
        try (LoadLog log = LoadLog.create(file, documents, "orders", clock)) {
            log.begun(LoadRequest.single(INSERTED));
            log.ended(INSERTED, new Result(OperationOutcome.OK, 201), 1500);
            log.begun(LoadRequest.bulk(List.of(LOST_SIGHT_OF)));
        }
        return file;
    }
}
