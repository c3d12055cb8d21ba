package io.shardstream.localcluster.artifact;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.localcluster.process.LocalServerException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MavenTest {

    @TempDir
    Path work;

    @Test
    void saysInMavensWordsWhatCannotBeFetched() {
        Artifact absent = Artifact.of("io.shardstream.absent:no-such-server:1.0");

        assertThatThrownBy(() -> Maven.find().copyOne("absent", List.of(absent), work))
                .isInstanceOf(LocalServerException.class)
                .hasMessageContaining("Maven could not fetch [absent]")
                .hasMessageContaining("io.shardstream.absent:no-such-server:jar:1.0")
                .hasMessageNotContaining("Re-run");
    }

    @Test
    void refusesCoordinatesThatLackAVersion() {
        assertThatThrownBy(() -> Artifact.of("group:name")).hasMessageContaining("group:name");
    }
}
