package io.shardstream.localcluster.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalServersTest {
    @Test
    void fetchingSaysWhereEachServerLiesAndStartsNone() {
        List<String> lines = new ArrayList<>();

        new LocalServers(1, List.of(), 1).fetch(lines::add);

        assertThat(lines).singleElement().satisfies(line -> {
            assertThat(line).startsWith("kafka:4.3.1 ");
            assertThat(Path.of(line.substring(line.indexOf(' ') + 1)))
                    .matches(folder -> Files.exists(folder.resolve("kafka_2.13-4.3.1.jar")));
        });
    }
}
