package io.shardstream.ittests.structure;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.runfile.KafkaProperties;
import io.shardstream.common.runfile.RunFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `docs/run-file.md` against the code that reads run files.
class RunFileDocumentTest {
    private static final Path DOCUMENT = Project.HOME.resolve("docs/run-file.md");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `([\\w.-]+)` \\| (?:`([^`]*)`|(required)|) ?\\| \\S.* \\|$");

    /// In a cell: a name without a `*`.
    private static final Pattern PROPERTY = Pattern.compile("`([a-z]+(?:\\.[a-z]+)+)`");

    @TempDir
    private Path folder = Path.of("");

    static Stream<Path> documents() {
        return DocumentationTest.documents();
    }

    @Test
    void theTableHoldsEveryKeyWithItsDefault() {
        Map<String, String> documented = new LinkedHashMap<>();
        ROW.matcher(Project.text(DOCUMENT))
                .results()
                .forEach(row -> documented.put(
                        row.group(1),
                        Stream.of(2, 3)
                                .map(row::group)
                                .filter(found -> found != null)
                                .findFirst()
                                .orElse("")));
        Map<String, String> known = new LinkedHashMap<>(RunFile.keys());
        // Sections are explained by their keys.
        known.keySet().removeIf(key -> known.keySet().stream().anyMatch(other -> other.startsWith(key + ".")));
        assertThat(documented).isEqualTo(known);
    }

    @Test
    void theTableOfKafkasPropertiesHoldsAllThatARunFileMaySetAndNoOther() {
        String text = Project.text(DOCUMENT);
        String section =
                text.substring(text.indexOf("## Properties of Kafka's clients"), text.indexOf("## A longer example"));
        Set<String> documented = new TreeSet<>();
        PROPERTY.matcher(section.lines().filter(line -> line.startsWith("| ")).collect(Collectors.joining("\n")))
                .results()
                .forEach(name -> documented.add(name.group(1)));

        assertThat(documented).isEqualTo(KafkaProperties.names());
        assertThat(section)
                .contains(KafkaProperties.refused().stream()
                        .map(name -> "`" + name + "`")
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyRunFileInTheDocumentationIsValid(Path document) throws Exception {
        List<String> runFiles = new MarkdownFile(Project.text(document))
                .blocks().stream()
                        .filter(block -> block.language().equals("yaml"))
                        .map(MarkdownFile.Block::content)
                        .filter(yaml -> yaml.startsWith("run: "))
                        .toList();
        for (String yaml : runFiles) {
            Path file = Files.writeString(folder.resolve("run.yaml"), yaml);
            RunFile run = RunFile.read(file, name -> "value of " + name);
            assertThat(run.effective()).as(Project.name(document)).isNotEmpty();
        }
    }
}
