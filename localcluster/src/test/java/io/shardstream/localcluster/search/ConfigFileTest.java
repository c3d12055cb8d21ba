package io.shardstream.localcluster.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileTest {

    @Test
    void quotesValuesAndLeavesListsAsTheyAre(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("elasticsearch.yml");

        ConfigFile.write(file, Map.of("a.list", "[\"x\", \"y\"]", "a.path", "/with \"quotes\" and \\"));

        assertThat(file).hasContent("a.list: [\"x\", \"y\"]\na.path: \"/with \\\"quotes\\\" and \\\\\"");
    }
}
