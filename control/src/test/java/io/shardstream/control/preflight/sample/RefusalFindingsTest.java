package io.shardstream.control.preflight.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusalFindingsTest {
    @Test
    void conflictsAreGroupedByWhatIsWrongTheLargestFirst() {
        RefusedDocument strict = new RefusedDocument("strict_dynamic_mapping_exception", "introduction of [x]", "7");
        RefusedDocument age =
                new RefusedDocument("document_parsing_exception", "failed to parse field [age] of type [long]", "8");
        SampleResult sample =
                new SampleResult(1500, 1, 1, "", SampledCost.NONE, true, 1, true, 0, List.of(strict, age, age));
        assertThat(RefusalFindings.of(sample))
                .extracting(Finding::severity, Finding::what)
                .containsExactly(
                        tuple(
                                Severity.WARNS,
                                "Mapping conflict: the sample has 1,500 documents, of which the target refuses 2, for example"
                                        + " '8': document_parsing_exception: failed to parse field [age] of type"
                                        + " [long]"),
                        tuple(
                                Severity.WARNS,
                                "Mapping conflict: the sample has 1,500 documents, of which the target refuses 1, for example"
                                        + " '7': strict_dynamic_mapping_exception: introduction of [x]"));
    }
}
