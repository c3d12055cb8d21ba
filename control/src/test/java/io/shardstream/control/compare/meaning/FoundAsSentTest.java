package io.shardstream.control.compare.meaning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.control.compare.meaning.MeaningDifference.Kind;
import io.shardstream.control.compare.version.MemoryRun;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A number in a search for dates is milliseconds for some servers, and what the field's format makes of it
/// for others.
class FoundAsSentTest {
    private static final MeaningOptions OPTIONS =
            new MeaningOptions(true, 0, MeaningOptions.MOST_FIELDS, Duration.ofMinutes(1));

    private final MemoryRun run = new MemoryRun(2, 3);
    private final MemorySearch search = new MemorySearch(run);

    private MeaningReport compare(String mappings, String... documents) throws Exception {
        search.mappings = mappings;
        IntStream.range(0, 40).forEach(i -> run.source(i % 2).index("d" + i, documents[i % documents.length]));
        run.copy();
        return new MeaningComparison(search.sides(), run, run.sleeper(), search).compare(OPTIONS);
    }

    private static String ofType(String type) {
        return "{\"properties\":{\"at\":{\"type\":\"" + type + "\",\"format\":\"epoch_second\"}}}";
    }

    @ParameterizedTest
    @CsvSource({
        "date, 1700000005, 1700000005",
        "date_nanos, 1700000005, 1700000005",
        "date, 1700000005.5, 1.7000000055E9",
    })
    void aNumberInADocumentIsSearchedForAsANumber(String type, String number, String shown) throws Exception {
        search.numberedOtherwise.add("at");

        MeaningReport report = compare(ofType(type), "{\"at\":" + number + "}");

        assertThat(report.differences()).singleElement().satisfies(difference -> {
            assertThat(difference.kind()).isEqualTo(Kind.FOUND_AS_SENT);
            assertThat(difference.field()).isEqualTo("at");
            assertThat(difference.target()).isEqualTo(40);
            assertThat(difference.terms()).isEqualTo("term " + shown);
            assertThat(difference.examples()).hasSize(5);
        });
        assertThat(report.sentence())
                .contains("'at' is found by one side only in 40 of 40 documents compared by a value as documents have"
                        + " it (term " + shown + ") ('d");
    }

    @Test
    void whatBothSidesReadInTheSameWayIsNoDifference() throws Exception {
        MeaningReport report =
                compare(ofType("date"), "{\"at\":1700000005}", "{\"at\":\"1700000007\"}", "{\"at\":[1,\"2\"]}", "{}");

        assertThat(report.differences()).isEmpty();
        assertThat(report.untold()).isEmpty();
    }

    /// Of one field some documents may have texts and others numbers.
    @Test
    void everyFormOfAValueIsSearchedFor() throws Exception {
        search.numberedOtherwise.add("at");

        String[] documents = {"{\"at\":\"2026\"}", "{\"at\":\"2025\"}", "{\"at\":[\"x\"]}", "{\"at\":2026}"};

        assertThat(compare(ofType("date"), documents).differences())
                .extracting(MeaningDifference::field, MeaningDifference::target, MeaningDifference::terms)
                .containsExactly(tuple("at", 10L, "term 2026"));
    }

    @Test
    void bothEndsOfARangeAreReadAsWell() throws Exception {
        search.rangedOtherwise.add("at");

        assertThat(compare(ofType("date"), "{\"at\":2026}").differences())
                .extracting(MeaningDifference::kind, MeaningDifference::terms)
                .containsExactly(tuple(Kind.FOUND_AS_SENT, "range 2026"));
    }

    /// A search for a range of texts is one that a cluster may refuse as expensive.
    @ParameterizedTest
    @ValueSource(strings = {"keyword", "boolean", "integer_range"})
    void ofOtherKindsNoRangeIsSearchedFor(String type) throws Exception {
        search.rangedOtherwise.add("at");

        assertThat(compare(ofType(type), "{\"at\":2026}").differences()).isEmpty();
    }

    @Test
    void whatHasNoDocValuesOfItsOwnIsSearchedForToo() throws Exception {
        search.numberedOtherwise.addAll(List.of("at", "in.at", "day.date"));
        String mappings = """
                {"properties":{"at":{"type":"date","doc_values":false},
                  "in":{"type":"nested","properties":{"at":{"type":"date"}}},
                  "day":{"type":"text","fields":{"date":{"type":"date"}}}}}""";

        MeaningReport report = compare(mappings, "{\"at\":1,\"in\":{\"at\":2},\"day\":20260102}");

        assertThat(report.differences())
                .extracting(MeaningDifference::kind, MeaningDifference::field, MeaningDifference::terms)
                .containsExactlyInAnyOrder(
                        tuple(Kind.FOUND_AS_SENT, "at", "term 1"),
                        tuple(Kind.FOUND_AS_SENT, "in.at", "term 2"),
                        tuple(Kind.FOUND_AS_SENT, "day.date", "term 20260102"));
    }

    @Test
    void aRangeIsSearchedForByItsEnds() throws Exception {
        search.unsearchable.add("at");

        assertThat(compare(ofType("date_range"), "{\"at\":{\"gte\":2026,\"lt\":2030}}")
                        .differences())
                .extracting(MeaningDifference::kind, MeaningDifference::field, MeaningDifference::terms)
                .containsExactly(tuple(
                        Kind.FOUND_AS_SENT,
                        "at",
                        "term 2026, which the target refuses: query_shard_exception: not indexed"));
    }

    /// A server that was sent YAML has indexed the text of that, and returns a number.
    @ParameterizedTest
    @CsvSource({
        "text, 9, match 9",
        "search_as_you_type, 3.1, match 3.1",
        "text, true, match true",
        "wildcard, 9, term 9",
        "version, 9, term 9"
    })
    void whatIsNoTextInADocumentIsSearchedForInTexts(String type, String value, String search) throws Exception {
        this.search.unindexed.add("code");

        assertThat(compare("{\"properties\":{\"code\":{\"type\":\"" + type + "\"}}}", "{\"code\":" + value + "}")
                        .differences())
                .extracting(MeaningDifference::kind, MeaningDifference::terms)
                .contains(tuple(Kind.FOUND_AS_SENT, search));
    }

    @ParameterizedTest
    @ValueSource(strings = {"flattened", "flat_object"})
    void valuesOfAWholeObjectAreSearchedForInItsField(String type) throws Exception {
        search.unindexed.add("o");
        search.leaves.add("o");

        assertThat(compare("{\"properties\":{\"o\":{\"type\":\"" + type + "\"}}}", "{\"o\":{\"a\":{\"b\":[9]}}}")
                        .differences())
                .extracting(MeaningDifference::kind, MeaningDifference::terms)
                .contains(tuple(Kind.FOUND_AS_SENT, "term 9"));
    }

    @Test
    void textsAreNotSearchedForTextsWhoseTermsAreCompared() throws Exception {
        search.unindexed.add("code");

        assertThat(compare("{\"properties\":{\"code\":{\"type\":\"text\"}}}", "{\"code\":\"nine\"}")
                        .differences())
                .isEmpty();
    }

    /// As where a field leaves such values out of its index (`ignore_malformed`).
    @Test
    void whereTheSourceRefusesAValueAnotherOneIsSearchedFor() throws Exception {
        search.numberedOtherwise.add("at");
        search.unreadable.addAll(List.of("{\"at\":1}", "{\"at\":2}"));

        assertThat(compare(ofType("date"), "{\"at\":[1,2,7]}").differences())
                .extracting(MeaningDifference::kind, MeaningDifference::terms)
                .containsExactly(tuple(Kind.FOUND_AS_SENT, "term 7"));
    }

    /// As of a number that is out of the field's range, which both sides have left out of their index.
    @Test
    void whatTheTargetRefusesAndTheSourceDoesNotFindIsNoDifference() throws Exception {
        search.numberedOtherwise.add("at");
        search.outOfRange.add("5000000000");

        assertThat(compare(ofType("date"), "{\"at\":[5000000000,7]}").differences())
                .extracting(MeaningDifference::kind, MeaningDifference::terms)
                .containsExactly(tuple(Kind.FOUND_AS_SENT, "term 7"));
    }

    /// Each of these questions is one to every shard of both sides.
    @Test
    void fieldsThatTheSourceNeverSearchesAreNotAskedForOnceMore() throws Exception {
        String fields = IntStream.range(0, 20)
                .mapToObj(i -> "\"f" + i + "\":{\"type\":\"integer\"}")
                .collect(Collectors.joining(","));
        String document =
                IntStream.range(0, 20).mapToObj(i -> "\"f" + i + "\":" + i).collect(Collectors.joining(","));
        search.unreadable.addAll(List.of("\"term\":{\"f", "\"range\":{\"f"));

        assertThat(compare("{\"properties\":{" + fields + "}}", "{" + document + "}")
                        .differences())
                .isEmpty();
        assertThat(search.refusals).isEqualTo(2 * 20 - 1);
    }

    @Test
    void whatTheSourceRefusesIsNoDifference() throws Exception {
        search.numberedOtherwise.add("at");
        search.unreadable.addAll(List.of("{\"at\":1}", "\"gte\":1,"));

        assertThat(compare(ofType("date"), "{\"at\":1}").differences()).isEmpty();
    }
}
