package io.shardstream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PlanCommandTest {
    @TempDir
    private Path folder = Path.of("");

    private final StringWriter err = new StringWriter();

    @Test
    void aFileThatIsThereIsNotOverwritten() throws IOException {
        Path there = Files.writeString(folder.resolve("there.yaml"), "mine");
        assertThat(execute("plan", "-f", "run.yaml", "--write-run-file", there.toString()))
                .isEqualTo(ExitCodes.WRONG_USAGE);
        assertThat(err.toString()).contains("is there already, and is not overwritten");
        assertThat(Files.readString(there)).isEqualTo("mine");
    }

    @Test
    void withTheSourceAwayItCannotBeFoundOut() throws IOException {
        Path run = Files.writeString(folder.resolve("run.yaml"), """
                run: cities
                kafka: {bootstrap: "localhost:1"}
                source: {nodes: "http://localhost:1", index: cities}
                target: {nodes: "http://localhost:1", index: v2}
                """);
        assertThat(execute("plan", "-f", run.toString())).isEqualTo(ExitCodes.FAILED);
        assertThat(err.toString()).startsWith("The source ");
    }

    private int execute(String... arguments) {
        CommandLine command = Shardstream.commandLine(new Stop(), Map.<String, String>of()::get);
        return command.setErr(new PrintWriter(err, true)).execute(arguments);
    }
}
