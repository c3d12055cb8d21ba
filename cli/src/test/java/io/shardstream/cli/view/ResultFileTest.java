package io.shardstream.cli.view;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFileTest {
    private static final byte[] RESULT = "{}".getBytes(UTF_8);

    @TempDir
    Path folder;

    @Test
    void itReplacesTheOneOfBefore() throws Exception {
        Path file = Files.writeString(folder.resolve("result.json"), "of before");
        assertThat(ResultFile.write(file, RESULT)).isEmpty();
        assertThat(file).hasContent("{}");
    }

    @Test
    void aFolderThatIsNotThereIsSaid() {
        Path file = folder.resolve("none/result.json");
        assertThat(ResultFile.write(file, RESULT))
                .hasValueSatisfying(sentence -> assertThat(sentence)
                        .startsWith("The file " + file + " could not be written (no such file): the result is"));
    }

    @Test
    void whereItStandsBesideIsSaid() {
        assertThat(ResultFile.write(folder.resolve("none/result.json"), RESULT, "it stands above."))
                .hasValueSatisfying(sentence -> assertThat(sentence).endsWith("(no such file): it stands above."));
    }

    @Test
    @DisplayName("a disk without room is said, where there is a /dev/full")
    void aDiskWithoutRoomIsSaid() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "a full disk is not tested: this machine has no /dev/full");
        assertThat(ResultFile.write(full, RESULT))
                .hasValueSatisfying(sentence -> assertThat(sentence)
                        .startsWith(
                                "The file /dev/full could not be written (No space left on device): the result is"));
    }
}
