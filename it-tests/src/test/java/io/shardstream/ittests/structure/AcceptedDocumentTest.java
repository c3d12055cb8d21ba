package io.shardstream.ittests.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The table of `docs/accepted.md` names a test that exists for every case.
class AcceptedDocumentTest {
    private static final Pattern ROW = Pattern.compile("\\| (C-\\d+(?:, C-\\d+)*) \\| (.+) \\| (.+) \\|");

    @Test
    void everyCaseIsShownByTestsThatExist() {
        List<String> shown = Project.text(Project.HOME.resolve("docs/accepted.md"))
                .lines()
                .map(ROW::matcher)
                .filter(row -> row.matches())
                .map(row -> row.group(3))
                .toList();
        assertThat(shown).hasSizeGreaterThan(25).allSatisfy(tests -> {
            List<String> named = FaultsDocumentTest.testsIn(tests);
            assertThat(named).isNotEmpty().allMatch(FaultsDocumentTest::isMethod);
        });
    }
}
