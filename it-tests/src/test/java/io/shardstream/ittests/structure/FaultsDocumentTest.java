package io.shardstream.ittests.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The table of `docs/faults.md` names a test that exists for every fault, or says why there is none.
class FaultsDocumentTest {
    private static final Pattern ROW = Pattern.compile("\\| (F-\\d+) \\| (.+) \\| (.+) \\|");
    private static final Pattern TEST = Pattern.compile("`(\\w+)\\.(\\w+)`");
    private static final Pattern UNCOVERED = Pattern.compile("not covered( yet)?: .{10,}");

    /// All of them. There is no F-25.
    private static final List<String> FAULTS = Stream.of(IntStream.rangeClosed(1, 24), IntStream.rangeClosed(26, 62))
            .flatMapToInt(Function.identity())
            .mapToObj("F-%02d"::formatted)
            .toList();

    private static final Map<String, String> TESTS = Project.testSources().stream()
            .collect(Collectors.toMap(FaultsDocumentTest::type, Project::text, (one, other) -> one + other));

    /// A line of the table.
    ///
    /// @param fault such as F-01
    /// @param shown the tests, or why there are none
    record Row(String fault, String shown) {
        @Override
        public String toString() {
            return fault;
        }
    }

    static List<Row> rows() {
        return Project.text(Project.HOME.resolve("docs/faults.md"))
                .lines()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .map(row -> new Row(row.group(1), row.group(3)))
                .toList();
    }

    @Test
    void everyFaultHasItsRow() {
        assertThat(rows()).extracting(Row::fault).containsExactlyElementsOf(FAULTS);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void itIsShownByTestsThatExistOrItIsSaidThatNoneDoes(Row row) {
        List<String> named = testsIn(row.shown());
        assertThat(named.isEmpty())
                .as("%s: %s", row, row.shown())
                .isEqualTo(UNCOVERED.matcher(row.shown()).matches());
        assertThat(named).as("tests that are named").allMatch(FaultsDocumentTest::isTest);
    }

    @Test
    void onlyWhatIsMarkedAsATestIsOne() {
        assertThat(isTest("FaultsDocumentTest.everyFaultHasItsRow")).isTrue();
        assertThat(isTest("FaultsDocumentTest.itIsShownByTestsThatExistOrItIsSaidThatNoneDoes"))
                .isTrue();
        assertThat(isTest("FaultsDocumentTest.rows")).isFalse();
        assertThat(isTest("FaultsDocumentTest.everyFault")).isFalse();
        assertThat(isTest("NoSuchTest.everyFaultHasItsRow")).isFalse();
    }

    static List<String> testsIn(String text) {
        return TEST.matcher(text)
                .results()
                .map(test -> test.group(1) + "." + test.group(2))
                .toList();
    }

    /// Also with values in its annotations that look like code.
    static boolean isMethod(String name) {
        String[] parts = name.split("\\.", 2);
        return TESTS.getOrDefault(parts[0], "").contains("    void " + parts[1] + "(");
    }

    static boolean isTest(String name) {
        String[] parts = name.split("\\.", 2);
        Pattern method = Pattern.compile(
                "@(Test|ParameterizedTest|TestFactory)\\b[^;{}]*(\\{[^{}]*\\}[^;{}]*)?\\s" + parts[1] + "\\(");
        return method.matcher(TESTS.getOrDefault(parts[0], "")).find();
    }

    private static String type(Path file) {
        return String.valueOf(file.getFileName()).replace(".java", "");
    }
}
