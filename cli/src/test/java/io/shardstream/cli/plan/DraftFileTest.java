package io.shardstream.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// C-69.
class DraftFileTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void whatCannotBeWrittenIsSaidInOneSentence() {
        Path nowhere = folder.resolve("gone/run.yaml");

        assertThat(new DraftFile(nowhere, false).write("text"))
                .hasValue("The run file " + nowhere
                        + " was not written (no such file): name another place with --write-run-file.");
        assertThat(new DraftFile(nowhere, true).write("text")).isPresent();
    }

    @Test
    void aFileThatIsThereIsReplacedOnlyWhereThatWasSaid() throws IOException {
        Path file = Files.writeString(folder.resolve("run.yaml"), "mine");

        assertThat(new DraftFile(file, false).write("new")).isPresent();
        assertThat(file).hasContent("mine");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(new DraftFile(file, true).write("new")).isEmpty();
        assertThat(file).hasContent("new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }
}
