package io.shardstream.bench.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptFoldersTest {
    @Test
    void whatAServerAppendsToLaterIsNotInTheCopy(@TempDir Path folder) throws IOException {
        Path log = Files.createDirectories(folder.resolve("data/topic-0")).resolve("0.log");
        Files.writeString(log, "kept");

        KeptFolders.copy(folder.resolve("data"), folder.resolve("copy"));
        Files.writeString(log, ", and more", StandardOpenOption.APPEND);

        assertThat(folder.resolve("copy/topic-0/0.log")).hasContent("kept");
    }
}
