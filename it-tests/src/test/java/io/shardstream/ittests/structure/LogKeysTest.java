package io.shardstream.ittests.structure;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.log.LogKey;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Keys of log lines come from one list, which is what the documentation says.
class LogKeysTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| (.*) \\|$");
    /// Ways of giving a line a key; what simulated processes log is told apart by one of the thread.
    private static final Pattern KEY = Pattern.compile("\\baddKeyValue\\(|\\bMDC\\.p\\w+\\((?!\"simulated\")");
    /// A line that names a shard, a lane or a node by an argument, and does not tell machines.
    private static final Pattern IN_WORDS_ONLY = Pattern.compile(
            "(?i)\\b(?:LOG|logger)\\s*\\.(?:info|warn|error)\\(\\s*\"[^\"]*\\b(?:shard|lane|node) \\{}");

    @Test
    void keysAreGivenInOnePlace() {
        assertThat(Project.mainSources().stream()
                        .filter(file -> KEY.matcher(Project.text(file)).find())
                        .map(Project::name))
                .containsExactly("common/src/main/java/io/shardstream/common/log/About.java");
    }

    @Test
    void whatALineIsAboutIsNotSaidInWordsOnly() {
        assertThat(Project.mainSources().stream()
                        .filter(file ->
                                IN_WORDS_ONLY.matcher(Project.text(file)).find())
                        .map(Project::name))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LOG.warn(\"Lane {} is not trimmed\", lane);",
                "logger.info(\n    \"Bulks go to node {}\", node);",
            })
    void aLineThatSaysItInWordsOnlyIsFound(String line) {
        assertThat(IN_WORDS_ONLY.matcher(line).find()).isTrue();
    }

    @Test
    void theTableInTheDocumentationIsTheList() {
        assertThat(table())
                .containsExactlyElementsOf(Stream.of(LogKey.values())
                        .map(key -> "| `%s` | %s |".formatted(key.key(), key.meaning()))
                        .toList());
    }

    private static List<String> table() {
        Path document = Project.HOME.resolve("docs/running.md");
        String text = Project.text(document);
        int begin = text.indexOf("## The log\n");
        return ROW.matcher(text.substring(begin, text.indexOf("\n## ", begin)))
                .results()
                .map(MatchResult::group)
                .toList();
    }
}
