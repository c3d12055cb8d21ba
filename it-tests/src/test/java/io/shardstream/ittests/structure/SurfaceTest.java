package io.shardstream.ittests.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// What users and scripts depend on, one thing on each line of `surface.txt`: commands, keys of the run file,
/// metrics, the API and the like. Code that only gets shorter changes none of them.
class SurfaceTest {
    private static final Path FILE =
            Project.HOME.resolve("it-tests/src/test/resources/io/shardstream/ittests/structure/surface.txt");

    private static final String WRITE =
            "-Dshardstream.golden=write makes %s anew, if this is what is wanted".formatted(Project.name(FILE));

    @Test
    void nothingThatUsersDependOnHasComeOrGone() throws IOException {
        List<String> surface = Stream.of(
                        new CommandSurface(DocumentationTest.commandLine()).lines(), ServiceSurface.lines())
                .flatMap(Collection::stream)
                .sorted()
                .toList();
        assertThat(surface).doesNotHaveDuplicates();
        if ("write".equals(System.getProperty("shardstream.golden"))) {
            Files.createDirectories(FILE.resolveSibling(""));
            Files.writeString(FILE, String.join("\n", surface) + "\n");
        }
        List<String> golden = Files.readAllLines(FILE);
        assertThat(without(surface, golden::contains)).as("came: " + WRITE).isEmpty();
        assertThat(without(golden, surface::contains)).as("went: " + WRITE).isEmpty();
        assertThat(golden).as(WRITE).isEqualTo(surface);
    }

    @Test
    void thereAreLinesOfEachSort() {
        assertThat(Project.text(FILE)
                        .lines()
                        .map(line -> line.split(" ", 2)[0])
                        .collect(Collectors.groupingBy(sort -> sort, Collectors.counting())))
                .containsOnlyKeys(
                        "api",
                        "command",
                        "environment",
                        "exit",
                        "finding",
                        "kafka",
                        "kafka-property",
                        "log",
                        "metric",
                        "option",
                        "record",
                        "route",
                        "run-file",
                        "schema")
                .allSatisfy((sort, lines) -> assertThat(lines).as(sort).isGreaterThan(4));
    }

    @Test
    void anOptionThatIsRenamedOrLosesItsDefaultChangesItsLineOnly() {
        List<String> before = lines(OptionSpec.builder("-d", "--docs").defaultValue("5"));

        assertThat(before).contains("option x copy -d --docs, arity 0, default 5");
        assertThat(lines(OptionSpec.builder("-d", "--documents").defaultValue("5")))
                .containsAll(without(before, line -> line.contains("--docs")))
                .contains("option x copy -d --documents, arity 0, default 5");
        assertThat(lines(OptionSpec.builder("-d", "--docs").hidden(true)))
                .containsAll(without(before, line -> line.contains("--docs")))
                .contains("option x copy -d --docs, arity 0, hidden");
    }

    private static List<String> lines(OptionSpec.Builder option) {
        CommandSpec copy = CommandSpec.create().addOption(option.build());
        CommandSpec command = CommandSpec.create().name("x").addSubcommand("copy", new CommandLine(copy));
        return new CommandSurface(new CommandLine(command)).lines();
    }

    private static List<String> without(List<String> lines, Predicate<String> what) {
        return lines.stream().filter(what.negate()).toList();
    }
}
