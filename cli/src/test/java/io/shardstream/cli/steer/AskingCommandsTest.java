package io.shardstream.cli.steer;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.Stop;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/// Tests have no terminal: what cannot be taken back is refused before anybody is asked for anything.
class AskingCommandsTest {
    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cutover | false | refuses writes of clients to 'cities' for up to 60 s, and then moves the aliases of",
                "cutover --force | true | deletes index 'cities', keeps a copy of it, and makes its name an alias of",
                "cutover | without-way-back | deletes index 'cities' without a copy",
                "run --adopt-target | false | it takes index 'v2' from the run that has filled it",
                "control --adopt-target | false | that run can never go on with it",
                "release | false | production cannot be switched back from 'v2' to 'cities' any more",
                "clean | false | a process that a Deployment or a service still starts then begins the run anew",
                "abort --run | false | it gives up run asked",
            })
    void needsTheOption(String words, String replace, String what) throws IOException {
        Path file = Files.writeString(folder.resolve("run.yaml"), """
            run: asked
            kafka: {bootstrap: "localhost:1"}
            source: {nodes: "http://localhost:1", index: cities}
            target: {nodes: "http://localhost:1", index: v2}
            cutover: {replace-index: "%s"}
            """.formatted(replace));
        StringWriter told = new StringWriter();
        CommandLine shardstream = Shardstream.commandLine(new Stop(), Map.<String, String>of()::get);
        shardstream.setErr(new PrintWriter(told));
        List<String> line = new ArrayList<>(List.of(words.split(" ")));
        line.addAll(List.of("-f", file.toString()));

        int code = shardstream.execute(line.toArray(String[]::new));

        assertThat(code).as(told::toString).isEqualTo(64);
        assertThat(told.toString())
                .startsWith("'" + line.getFirst() + "' needs --yes where there is no terminal to ask at, since")
                .contains(what);
    }
}
