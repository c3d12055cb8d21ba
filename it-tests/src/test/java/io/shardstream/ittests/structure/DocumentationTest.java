package io.shardstream.ittests.structure;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.bench.BenchCommand;
import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.Stop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// What README.md, CONTRIBUTING.md and the files below `docs` name has to exist.
class DocumentationTest {
    private static final KnownNames NAMES = new KnownNames(commandLine());

    /// The launcher sends `shardstream bench` to another entry point.
    static CommandLine commandLine() {
        return Shardstream.commandLine(new Stop(), System::getenv)
                .addSubcommand("bench", BenchCommand.commandLine(new Stop(), System::getenv));
    }

    static Stream<Path> documents() {
        return Stream.concat(
                Stream.of("README.md", "CONTRIBUTING.md", "SECURITY.md").map(Project.HOME::resolve),
                Project.files(Project.HOME.resolve("docs"), ".md").stream());
    }

    @ParameterizedTest
    @MethodSource("documents")
    void whatADocumentNamesExists(Path document) {
        Path folder = Optional.ofNullable(document.getParent()).orElseThrow();
        MarkdownFile markdown = new MarkdownFile(Project.text(document));
        assertThat(Stream.of(
                                markdown.spans().stream().map(span -> NAMES.span(folder, span)),
                                markdown.links().stream().map(link -> NAMES.link(folder, link)),
                                markdown.commands().stream().map(NAMES::command))
                        .flatMap(all -> all.flatMap(Optional::stream)))
                .as(Project.name(document))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mvnw",
                "common/src/main",
                "README.md",
                "SourceTest.java",
                "docs/s",
                "cli/target/lib",
                "KnownNames",
                "ConcurrentHashMap",
                "CommandLine.execute()",
                "io.shardstream.cli",
                "io.shardstream.cli.Main",
                "run.yaml",
                "POST /_bulk",
                "Content-Type: text/plain",
                "application/json",
                "OpenSearch",
                "writer.bulk-bytes",
                "target.settings.index"
            })
    void namesThatExistOrSayNothingAboutTheProjectPass(String span) {
        assertThat(NAMES.span(Project.HOME, span)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "common/src/mian",
                "docs/nothing.md",
                "Nothing.java",
                "NothingHere",
                "NothingHere.run()",
                "io.shardstream.nothing",
                "io.shardstream.cli.Mian",
                "writer.bulk-byts"
            })
    void namesThatDoNotExistAreFound(String span) {
        assertThat(NAMES.span(Project.HOME, span)).isPresent();
    }

    @Test
    void linksAreLookedUpFromTheDocumentsOwnFolder() {
        assertThat(NAMES.link(Project.HOME.resolve("cli"), "pom.xml")).isEmpty();
        assertThat(NAMES.link(Project.HOME, "README.md#anything")).isEmpty();
        assertThat(NAMES.link(Project.HOME, "#anything")).isEmpty();
        assertThat(NAMES.link(Project.HOME, "https://example.org/x")).isEmpty();
        assertThat(NAMES.link(Project.HOME, "docs/nothing.md")).contains("`docs/nothing.md`: there is no such file");
    }

    @Test
    void commandsAndTheirOptionsAreComparedWithTheRealCommand() {
        CommandSpec copy = CommandSpec.create()
                .addOption(OptionSpec.builder("-f", "--file").type(String.class).build());
        KnownNames names = new KnownNames(
                new CommandLine(CommandSpec.create().name("shardstream").addSubcommand("copy", copy)));

        assertThat(names.command("./shardstream copy -f run.yaml --file=x")).isEmpty();
        assertThat(names.command("shardstream <command> [--file x]"))
                .contains("`shardstream <command> [--file x]`: shardstream has no option --file");
        assertThat(names.command("./shardstream cpoy")).contains("`./shardstream cpoy`: there is no command cpoy");
        assertThat(names.command("./shardstream copy --fiel x"))
                .contains("`./shardstream copy --fiel x`: copy has no option --fiel");
    }

    @Test
    void commandsAreFoundInSpansAndInShellBlocks() {
        String text = """
                Call `./shardstream one` or

                ```sh
                $ ./shardstream two \\
                    --three
                ```
                ```java
                shardstream four
                ```
                """;
        assertThat(new MarkdownFile(text).commands())
                .isEqualTo(List.of("./shardstream one", "./shardstream two      --three"));
        assertThat(new MarkdownFile(text).spans()).containsExactly("./shardstream one");
    }

    @Test
    void theLicenceIsApache() {
        assertThat(Files.exists(Project.HOME.resolve("LICENSE"))).isTrue();
        assertThat(Project.text(Project.HOME.resolve("LICENSE"))).contains("Apache License", "Version 2.0");
    }
}
