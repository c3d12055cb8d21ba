package io.shardstream.ittests.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.shardstream.ittests.path.PathRecorder.Path;
import io.shardstream.ittests.structure.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Follows one document by call stacks, from the answer to a search to the docs topic and from there to the bulk:
/// which classes have it in hand, in which order. `docs/dev/architecture.md` has the list.
class DocumentPathTest {
    private static final java.nio.file.Path DOCUMENT = Project.HOME.resolve("docs/dev/architecture.md");
    private static final String BEGIN = "<!-- the way of a document, by DocumentPathTest -->\n";
    private static final String END = "<!-- end of the way of a document -->\n";

    /// Not to become more; to be lowered to six each.
    private static final List<Integer> MOST_PACKAGES = List.of(9, 6);

    /// Classes to which the document comes more than once, and how often. Not to become more; to be emptied.
    private static final List<Map<String, Integer>> MOST_VISITS = List.of(
            Map.of(
                    "BlockingCalls", 2,
                    "DocumentSearch", 2,
                    "Mailbox", 2,
                    "PacedErrand", 2,
                    "WindowRound", 3,
                    "WindowSearch", 2),
            Map.of("Lane", 2, "LineBuffer", 2));

    private static List<Path> paths = List.of();

    /// Takes some seconds.
    @BeforeAll
    @SuppressWarnings("unchecked")
    static void follow() throws Exception {
        paths = ((Callable<List<Path>>) new WovenClasses()
                        .loadClass(FollowedParts.class.getName())
                        .getConstructor()
                        .newInstance())
                .call();
    }

    @Test
    void theDocumentationHasTheClassesInTheirOrder() throws IOException {
        String text = Files.readString(DOCUMENT);
        String before = text.substring(0, text.indexOf(BEGIN) + BEGIN.length());
        String wanted = before + block() + text.substring(text.indexOf(END));
        if ("write".equals(System.getProperty("shardstream.golden"))) {
            Files.writeString(DOCUMENT, wanted);
        }
        assertThat(Files.readString(DOCUMENT))
                .as("-Dshardstream.golden=write makes it anew, if this is what is wanted")
                .isEqualTo(wanted);
    }

    @Test
    void bothWaysGoThroughTheClassesThatOneKnows() {
        assertThat(new PathVisits(paths.getFirst()).names())
                .containsSubsequence(
                        "HttpPrimaryCopy", "WindowSearch", "PageScanner", "LaneSorter", "ShardRouter", "Publisher");
        assertThat(new PathVisits(paths.getLast()).names())
                .containsSubsequence("WriterLoop", "Intake", "Lane", "Dispatcher", "ElasticBulkSender");
    }

    @Test
    void theDocumentPassesThroughFewPackages() {
        for (int way = 0; way < paths.size(); way++) {
            assertThat(new PathVisits(paths.get(way)).packages()).hasSizeLessThanOrEqualTo(MOST_PACKAGES.get(way));
        }
    }

    @Test
    void theDocumentComesToNoFurtherClassTwice() {
        for (int way = 0; way < paths.size(); way++) {
            Map<String, Integer> most = MOST_VISITS.get(way);
            assertThat(new PathVisits(paths.get(way)).again())
                    .allSatisfy((name, visits) ->
                            assertThat(visits).as(name).isLessThanOrEqualTo(most.getOrDefault(name, 1)));
        }
    }

    @Test
    void whoIsCalledAgainAfterOthersIsComeToAgain() {
        assertThat(visits("ab", "abc", "ab", "abc").again()).isEmpty();
        assertThat(visits("abc", "ab", "abd", "abc").again()).containsOnly(entry("c", 2));
        assertThat(visits("abc", "d", "ab").again()).containsOnly(entry("a", 2), entry("b", 2));
        assertThat(visits("ab", "aba").again()).containsOnly(entry("a", 2));
        assertThat(visits("ab", "abc", "abd", "a").again()).isEmpty();
    }

    /// @param stacks of classes whose names are one letter
    private static PathVisits visits(String... stacks) {
        return new PathVisits(new Path(
                Stream.of(stacks).map(stack -> List.of(stack.split(""))).toList(), Set.of()));
    }

    private static String block() {
        return "\n" + way("From the answer to a search to Kafka", paths.getFirst()) + "\n"
                + way("From Kafka to the bulk", paths.getLast()) + "\n";
    }

    private static String way(String heading, Path path) {
        PathVisits visits = new PathVisits(path);
        return "%s, these classes have the document in hand, in this order:%n%n%s%nThese are %d packages. It is in turn %s.%n"
                .formatted(
                        heading,
                        visits.table(),
                        visits.packages().size(),
                        path.forms().stream()
                                .map(PathVisits::simpleName)
                                .sorted()
                                .map(form -> "`" + form + "`")
                                .collect(Collectors.joining(", ")));
    }
}
