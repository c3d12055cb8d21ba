package io.shardstream.control.compare.meaning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.compare.meaning.MeaningDifference.Kind;
import io.shardstream.control.compare.version.MemoryRun;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Which terms of texts are compared, and those that analyzers make.
class TermsComparisonTest {
    private final MeaningFixture fixture = new MeaningFixture();
    private final MemoryRun run = fixture.run;
    private final MemorySearch search = fixture.search;

    @Test
    void termsOfMultiFieldsAreThoseOfTexts() throws Exception {
        search.mappings = "{\"properties\":{\"t\":{\"type\":\"keyword\",\"fields\":{\"sub\":{\"type\":\"text\"}}}}}";
        search.otherTerms.put("t.sub", "other");

        assertThat(fixture.compare().differences())
                .extracting(MeaningDifference::kind, MeaningDifference::field)
                .containsExactly(tuple(Kind.TERMS, "t.sub"));
    }

    /// As n-grams have. One field must not end the comparison of all.
    @Test
    void textsWithMoreTermsThanAServerTellsAreComparedAsFarAsItDoes() throws Exception {
        search.mappings = "{\"properties\":{\"t\":{\"type\":\"keyword\",\"fields\":{\"sub\":{\"type\":\"text\"}}}}}";
        String text = "x".repeat(700);
        IntStream.range(0, 40).forEach(i -> run.source(i % 2).index("d" + i, "{\"t\":\"" + text + "\"}"));
        run.copy();
        for (int most : List.of(700, 100)) {
            search.mostAnalyzed = most;
            search.otherTerms.clear();
            assertThat(fixture.compare().isEqual()).as("at most " + most).isTrue();
            search.otherTerms.put("t.sub", "other");
            assertThat(fixture.compare().differences())
                    .extracting(MeaningDifference::kind, MeaningDifference::field)
                    .containsExactly(tuple(Kind.TERMS, "t.sub"));
        }

        search.mostAnalyzed = 10;
        MeaningReport report = fixture.compare();
        assertThat(report.untold())
                .containsExactly(entry("t.sub", "its terms: a short text has more than a server tells"));
        assertThat(report.isClean()).isTrue();
        assertThat(report.isEqual()).isFalse();
    }

    @Test
    void termsThatMayNotBeAskedForAreListed() throws Exception {
        search.mappings = "{\"properties\":{\"t\":{\"type\":\"keyword\",\"fields\":{\"sub\":{\"type\":\"text\"}}}}}";
        search.mayAnalyze = false;

        MeaningReport report = fixture.compare();

        assertThat(report.untold()).containsEntry("t.sub", "its terms: security_exception: no");
        assertThat(report.isClean()).isTrue();
        assertThat(report.isEqual()).isFalse();
    }

    /// None of the documents has such a word.
    @Test
    void anAnalyzerThatMakesOtherTermsInAnotherVersionIsToldForEachFieldThatHasIt() throws Exception {
        search.mappings = "{\"properties\":{\"t\":{\"type\":\"text\",\"analyzer\":\"romanian\"},"
                + "\"o\":{\"properties\":{\"d\":{\"type\":\"text\"},\"s\":{\"type\":\"text\",\"analyzer\":\"own\","
                + "\"search_analyzer\":\"romanian\"},\"k\":{\"type\":\"keyword\",\"normalizer\":\"low\","
                + "\"fields\":{\"sub\":{\"type\":\"text\",\"search_quote_analyzer\":\"romanian\"}}}}}}}";
        search.otherTerms.put("romanian", "other");
        assertThat(fixture.compare().differences()).isEmpty();

        search.targetCluster = "other";
        assertThat(fixture.compare().differences())
                .extracting(MeaningDifference::kind, MeaningDifference::field, MeaningDifference::terms)
                .containsExactly(
                        tuple(Kind.ANALYZED, "o.k.sub", "'term' in the source, 'other' in the target"),
                        tuple(Kind.ANALYZED, "o.s", "'term' in the source, 'other' in the target"),
                        tuple(Kind.ANALYZED, "t", "'term' in the source, 'other' in the target"));

        search.otherTerms.put("t", "other");
        search.otherTerms.put("default", "other");
        assertThat(fixture.compare().differences())
                .extracting(MeaningDifference::kind, MeaningDifference::field)
                .contains(tuple(Kind.ANALYZED, "o.d"))
                .contains(tuple(Kind.TERMS, "t"))
                .doesNotContain(tuple(Kind.ANALYZED, "t"));
    }

    /// A field that names an analyzer takes searches apart by that.
    @Test
    void theAnalyzerOfSearchesThatAnIndexHasForItselfIsComparedForFieldsThatNameNone() throws Exception {
        search.mappings = "{\"properties\":{\"t\":{\"type\":\"text\"},\"o\":{\"type\":\"text\",\"analyzer\":\"own\"},"
                + "\"s\":{\"type\":\"text\",\"search_analyzer\":\"own\"}}}";
        search.targetCluster = "other";
        search.otherTerms.put("default_search", "other");
        search.searchDefaults = "\"index.analysis.analyzer.default_search.type\":\"romanian\"";
        assertThat(fixture.compare().differences())
                .as("which only one side has")
                .isEmpty();

        search.targetDefaults = search.searchDefaults;
        assertThat(fixture.compare().differences())
                .extracting(MeaningDifference::kind, MeaningDifference::field)
                .containsExactly(tuple(Kind.ANALYZED, "t"));

        search.otherTerms.clear();
        search.otherTerms.put("default_search_quoted", "other");
        assertThat(fixture.compare().differences()).isEmpty();
        search.searchDefaults = "\"index.analysis.analyzer.default_search_quoted.type\":\"romanian\"";
        search.targetDefaults = search.searchDefaults;
        assertThat(fixture.compare().differences())
                .extracting(MeaningDifference::field)
                .containsExactly("t");
    }

    @Test
    void aFieldThatNamesTheAnalyzerOfPhrasesOnlyHasThatOfOtherSearchesByDefault() throws Exception {
        search.mappings = "{\"properties\":{\"t\":{\"type\":\"text\",\"search_quote_analyzer\":\"own\"}}}";
        search.targetCluster = "other";
        search.otherTerms.put("default_search", "other");
        search.searchDefaults = "\"index.analysis.analyzer.default_search.type\":\"romanian\"";
        search.targetDefaults = search.searchDefaults;
        assertThat(fixture.compare().differences())
                .extracting(MeaningDifference::kind, MeaningDifference::field)
                .containsExactly(tuple(Kind.ANALYZED, "t"));

        search.otherTerms.clear();
        search.otherTerms.put("default_search_quoted", "other");
        search.searchDefaults = "\"index.analysis.analyzer.default_search_quoted.type\":\"romanian\"";
        search.targetDefaults = search.searchDefaults;
        assertThat(fixture.compare().differences()).isEmpty();
    }

    /// Such as one that was upgraded since the source was made: the server is one, and the analyzer another.
    @Test
    void anAnalyzerThatGoesByTheVersionWithWhichAnIndexWasMadeIsToldWithinOneCluster() throws Exception {
        search.mappings = "{\"properties\":{\"t\":{\"type\":\"text\",\"search_analyzer\":\"romanian\"}}}";
        search.otherTerms.put("romanian", "other");
        for (String created : List.of("9039000", "")) {
            search.targetCreated = created;
            assertThat(fixture.compare().differences())
                    .extracting(MeaningDifference::kind, MeaningDifference::field)
                    .containsExactly(tuple(Kind.ANALYZED, "t"));
        }
        search.targetCreated = "8521000";
        assertThat(fixture.compare().differences()).isEmpty();
    }

    @Test
    void whoMayNotAskWhatAnalyzersMakeIsToldSo() throws Exception {
        search.mappings = "{\"properties\":{\"t\":{\"type\":\"text\",\"analyzer\":\"romanian\"}}}";
        search.targetCluster = "other";
        search.mayAnalyze = false;

        assertThat(fixture.compare().untold()).containsOnlyKeys("_analyze");
    }

    @Test
    void aDocumentThatBeginsWithAByteOrderMarkIsToldAndTheOthersAreCompared() throws Exception {
        IntStream.range(0, 40).forEach(i -> search.ignoredInTarget.add("d" + i + ".f"));
        search.marked = "d1";

        MeaningReport report = fixture.compare();

        assertThat(report.untold())
                .containsEntry(
                        "_source",
                        "1 answer with a document cannot be read as JSON, as where one begins with a byte order mark");
        assertThat(report.differences()).extracting(MeaningDifference::field).contains("f");
    }

    /// As a proxy's page: then it is not the documents.
    @Test
    void whereNoDocumentCanBeReadNothingIsCalledCompared() {
        search.marked = "*";

        assertThatThrownBy(fixture::compare).isInstanceOf(ElasticException.Malformed.class);
    }

    @Test
    void anAnalyzerThatMakesMoreTermsThanAServerTellsIsNotCalledCompared() throws Exception {
        search.mappings = "{\"properties\":{\"t\":{\"type\":\"text\",\"analyzer\":\"grams\"}}}";
        search.targetCluster = "other";
        search.mostAnalyzed = 10;

        assertThat(fixture.compare().untold()).containsKey("_analyze");
    }
}
