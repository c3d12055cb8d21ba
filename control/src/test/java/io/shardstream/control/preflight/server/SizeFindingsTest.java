package io.shardstream.control.preflight.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.Severity;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SizeFindingsTest {
    private static final Carried LIMIT = new Carried(1000, "Raise it.");
    private static final Seen SMALL = new Seen(100, 400, "a", 0);

    @Test
    void whatIsTooLargeBySizeIsCounted() {
        Finding finding = of(new SizeField(9000, 3, 5000, "big"), SMALL);
        assertThat(finding.severity()).isEqualTo(Severity.WARNS);
        assertThat(finding.what())
                .isEqualTo("3 documents have more than 1.0 kB, which is the most that can be carried, and would be"
                        + " rejected. The largest, 'big', has 5.0 kB.");
        assertThat(finding.advice()).isEqualTo("Raise it.");
    }

    @Test
    void whereEachHasASizeTheLargestIsKnown() {
        assertThat(of(new SizeField(10_000, 0, 700, "a"), SMALL))
                .isEqualTo(Finding.notes(
                        FindingCode.DOCUMENTS_FIT,
                        "The largest document has 700 B (_size), and 1.0 kB can be carried.",
                        ""));
    }

    @Test
    void whereSomeHaveNoSizeItIsNotKnown() {
        assertThat(of(new SizeField(9999, 0, 700, "a"), SMALL).topic()).isEqualTo(Finding.UNKNOWN);
    }

    @Test
    void aDocumentOfTheSampleThatIsTooLargeIsNamed() {
        assertThat(SizeFindings.of(10_000, LIMIT, Optional.empty(), new Seen(100, 1001, "b", 0))
                        .what())
                .startsWith("Document 'b' has 1.0 kB, and at most 1.0 kB can be carried");
    }

    @Test
    void whatWasTooLargeForTheSampleIsWarnedOf() {
        assertThat(SizeFindings.of(10_000, LIMIT, Optional.empty(), new Seen(100, 10, "b", 2)))
                .extracting(Finding::severity, Finding::what)
                .containsExactly(
                        Severity.WARNS,
                        "2 documents are too large to be read for a sample, of which at most 1.0 kB can be carried.");
    }

    @Test
    void aSampleThatComesNearTheLimitIsWarnedOf() {
        assertThat(SizeFindings.of(10_000, LIMIT, Optional.empty(), new Seen(100, 600, "b", 0)))
                .isEqualTo(Finding.warns(
                        FindingCode.DOCUMENTS_NEAR_LIMIT,
                        "The largest document of the sample, 'b', has 600 B, and 1.0 kB is the most that can be"
                                + " carried: larger ones that were not read would be rejected.",
                        "Raise it."));
    }

    @Test
    void ofWhatWasNotReadItIsSaidHowManyMayBeTooLarge() {
        assertThat(SizeFindings.of(10_000, LIMIT, Optional.empty(), SMALL).what())
                .contains(
                        "Of 10,000 documents 100 from all over the source were read, the largest of 400 B",
                        "fewer than 300 are larger");
    }

    @Test
    void whereAllWereReadTheLargestIsKnown() {
        assertThat(SizeFindings.of(100, LIMIT, Optional.empty(), SMALL).severity())
                .isEqualTo(Severity.NOTES);
        assertThat(SizeFindings.of(100, LIMIT, Optional.empty(), SMALL).topic()).isEqualTo("documents");
    }

    @Test
    void theSearchForSizesIsReadAsItIsAnswered() throws Exception {
        assertThat(SizeField.question(1000).utf8()).contains("\"range\":{\"_size\":{\"gt\":1000}}");
        assertThat(SizeField.of(json("{'hits':{'total':{'value':7},'hits':[{'_id':'x','sort':[900]}]},"
                        + "'aggregations':{'beyond':{'doc_count':2}}}")))
                .isEqualTo(new SizeField(7, 2, 900, "x"));
        assertThat(SizeField.isIn(json("{'_size':{'enabled':true}}"))).isTrue();
        assertThat(SizeField.isIn(json("{}"))).isFalse();
    }

    @Test
    void theNarrowestPartOfTheWayIsTheLimitAndIsNamed() {
        Carried byHeap = Carried.of(OptionalLong.of(100 << 20), 100 << 20, 100 << 20, OptionalLong.of(1 << 20));
        assertThat(byHeap.bytes()).isEqualTo(1 << 20);
        assertThat(byHeap.raise()).contains("heap");
        Carried byRunFile = Carried.of(OptionalLong.of(1 << 20), 100 << 20, 100 << 20, OptionalLong.of(2 << 20));
        assertThat(byRunFile.bytes()).isEqualTo(1 << 20);
        assertThat(byRunFile.raise()).startsWith("Raise docs.max-document");
        assertThat(Carried.of(OptionalLong.of(200 << 20), 50 << 20, 100 << 20, OptionalLong.empty())
                        .raise())
                .startsWith("Raise the limits of Kafka");
        Carried unsaid = Carried.of(OptionalLong.empty(), 50 << 20, 100 << 20, OptionalLong.empty());
        assertThat(unsaid.bytes()).isEqualTo(10 << 20);
        assertThat(unsaid.raise()).startsWith("Raise docs.max-document");
        assertThat(Carried.ofHeap(1000)).isEqualTo(25);
    }

    private static Finding of(SizeField field, Seen seen) {
        return SizeFindings.of(10_000, LIMIT, Optional.of(field), seen);
    }

    private static JsonNode json(String text) {
        return new JsonMapper().readTree(text.replace('\'', '"'));
    }
}
