package io.shardstream.ittests.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// `docs/decisions/README.md` has a line for each decision.
class DecisionsIndexTest {
    private static final Path FOLDER = Project.HOME.resolve("docs/decisions");
    private static final Path INDEX = FOLDER.resolve("README.md");
    private static final Pattern TITLE = Pattern.compile("# (\\d+)\\. (.+)");

    @Test
    void theIndexHasALineForEachDecision() throws IOException {
        StringBuilder index = new StringBuilder("""
                # Decisions

                What was decided, why, and what else could have been. Each says how we would notice that it was \
                wrong. Numbers that are missing were never used, or belonged to decisions that others have taken the \
                place of.

                | | decision |
                | --- | --- |
                """);
        for (Path file : decisions()) {
            Matcher title = TITLE.matcher(Project.text(file).lines().findFirst().orElseThrow());
            assertThat(title.matches()).as("the first line of " + file).isTrue();
            assertThat(file.getFileName().toString()).startsWith("%04d-".formatted(Integer.parseInt(title.group(1))));
            index.append("| %s | [%s](%s) |%n".formatted(title.group(1), title.group(2), file.getFileName()));
        }
        if ("write".equals(System.getProperty("shardstream.golden"))) {
            Files.writeString(INDEX, index);
        }
        assertThat(Project.text(INDEX))
                .as("-Dshardstream.golden=write makes it anew")
                .isEqualTo(index.toString());
    }

    private static List<Path> decisions() {
        return Project.files(FOLDER, ".md").stream()
                .filter(file -> !file.equals(INDEX))
                .toList();
    }
}
