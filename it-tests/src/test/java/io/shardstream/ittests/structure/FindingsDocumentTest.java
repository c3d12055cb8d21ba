package io.shardstream.ittests.structure;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.state.finding.FindingCode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// `docs/findings.md` against the codes of what `plan` and `doctor` find, and these against the code that finds it.
class FindingsDocumentTest {
    private static final Pattern ROW =
            Pattern.compile("\\| `([a-z-]+)` \\| (`(?:blocks|warns|notes)`(?:, `(?:blocks|warns|notes)`)*) \\| (.+) "
                    + "\\| (`plan`|`doctor`|`plan`, `doctor`) \\|(.*)\\|");

    /// In a few words.
    private static final Pattern REASON = Pattern.compile(" written answers: (\\S+ ){1,5}\\S+ ");

    private static final Pattern FOUND =
            Pattern.compile("Finding\\s*\\.(blocks|warns|notes|unknown)\\(\\s*FindingCode\\.(\\w+)");

    /// A line of a table.
    ///
    /// @param severities as they are written, each in backticks
    /// @param tests the last cell
    private record Row(String code, String severities, String meaning, String tests) {}

    private static List<Row> rows() {
        return Project.text(Project.HOME.resolve("docs/findings.md"))
                .lines()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .map(row -> new Row(row.group(1), row.group(2), row.group(3), row.group(5)))
                .toList();
    }

    /// Of all modules, but for the list of the codes itself.
    private static String mainCode() {
        return Project.mainSources().stream()
                .filter(file -> !file.endsWith("FindingCode.java"))
                .map(Project::text)
                .collect(Collectors.joining("\n"));
    }

    @Test
    void eachCodeHasARowWithItsMeaningAndThereAreNoOthers() {
        assertThat(rows().stream().map(row -> row.code() + ": " + row.meaning()))
                .containsExactlyElementsOf(Arrays.stream(FindingCode.values())
                        .map(code -> code.label() + ": " + code.meaning())
                        .toList());
    }

    @Test
    void aSeverityWithWhichItIsFoundIsInItsRow() {
        Map<String, String> documented = rows().stream().collect(Collectors.toMap(Row::code, Row::severities));
        Map<String, Set<String>> found = new TreeMap<>();
        FOUND.matcher(mainCode())
                .results()
                .forEach(one -> found.computeIfAbsent(
                                FindingCode.valueOf(one.group(2)).label(), none -> new TreeSet<>())
                        .add(one.group(1).equals("unknown") ? "notes" : one.group(1)));
        assertThat(found).hasSizeGreaterThan(80).allSatisfy((code, severities) -> {
            assertThat(severities)
                    .as(code)
                    .allMatch(severity -> documented.getOrDefault(code, "").contains("`" + severity + "`"));
        });
    }

    @Test
    void eachCodeNamesTestsThatExistOrAReasonWhyThereIsNone() {
        List<String> named = rows().stream()
                .flatMap(row -> FaultsDocumentTest.testsIn(row.tests()).stream())
                .toList();
        assertThat(named).hasSizeGreaterThan(80).allMatch(FaultsDocumentTest::isTest);
        assertThat(rows())
                .allSatisfy(row -> assertThat(
                                !FaultsDocumentTest.testsIn(row.tests()).isEmpty())
                        .as("%s names a test, or says why it was only tried with written answers", row.code())
                        .isNotEqualTo(REASON.matcher(row.tests()).matches()));
    }

    @Test
    void eachCodeIsUsed() {
        Map<String, Long> used = Pattern.compile("FindingCode\\.([A-Z_]+)")
                .matcher(mainCode())
                .results()
                .map(use -> use.group(1))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        assertThat(FindingCode.values()).allMatch(code -> used.containsKey(code.name()));
    }

    @Test
    void codesAreWordsWithHyphensAndMeaningsAreSentences() {
        assertThat(FindingCode.values())
                .allMatch(code -> code.label().matches("[a-z]+(-[a-z]+)+"))
                .allMatch(code -> code.meaning().matches("[A-Za-z].*[^.]\\."))
                .allMatch(code -> code.topic().equals("unknown") == code.label().endsWith("-unknown"));
    }
}
