package io.shardstream.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.RunFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFileDraftTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void whatIsWrittenIsTheSameRunWithTheFindingsAsComments() throws IOException, RunFileException {
        RunFile run = read("""
                run: cities
                kafka: {bootstrap: "localhost:9092"}
                source:
                  nodes: http://localhost:9200
                  index: cities
                  auth: {basic: {user: u, password: "${env:SECRET}"}}
                target: {nodes: "http://localhost:9200", index: v2}
                """);
        String draft = RunFileDraft.of(run, PlanTextTest.FULL, folder);
        assertThat(draft)
                .contains("# blocks (disk-too-small): It does not fit.\n#   Give it more.\n")
                .doesNotContain("hidden");
        assertThat(read(draft).effective()).isEqualTo(run.effective());
    }

    /// C-122: the new file may lie in any folder.
    @Test
    void filesThatTheRunFileNamesAreNamedInFull() throws IOException, RunFileException {
        Files.writeString(folder.resolve("word"), "hidden");
        RunFile run = read("""
                run: cities
                kafka:
                  bootstrap: "localhost:9092"
                  properties:
                    ssl.truststore.location: trust/all.jks
                    ssl.truststore.password: ${file:word}
                source:
                  nodes: http://localhost:9200
                  index: cities
                  auth: {basic: {user: "u-${env:SECRET}", password: "${file:word}"}}
                target: {nodes: "http://localhost:9200", index: v2, auth: {bearer: "${file:/dev/../%s/word}"}}
                """.formatted(folder.toString().substring(1)));
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere")).resolve("run.yaml");
        Files.writeString(elsewhere, RunFileDraft.of(run, PlanTextTest.FULL, folder));

        RunFile planned = RunFile.read(elsewhere, Map.of("SECRET", "hidden")::get);
        assertThat(planned.kafka().properties())
                .hasEntrySatisfying(
                        "ssl.truststore.location",
                        value -> assertThat(value.reveal())
                                .isEqualTo(folder.resolve("trust/all.jks").toString()))
                .hasEntrySatisfying(
                        "ssl.truststore.password",
                        value -> assertThat(value.reveal()).isEqualTo("hidden"));
        assertThat(planned.effective())
                .contains("${file:" + folder.resolve("word") + "}", "u-${env:SECRET}", "${file:/dev/../")
                .doesNotContain("hidden");
    }

    private RunFile read(String text) throws IOException, RunFileException {
        Path file = folder.resolve("run.yaml");
        Files.writeString(file, text);
        return RunFile.read(file, Map.of("SECRET", "hidden")::get);
    }
}
