package io.shardstream.control.preflight.server;

import static io.shardstream.control.preflight.server.IndexAnswers.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.Server;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.Severity;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GuessedVectorsTest {
    @ParameterizedTest
    @CsvSource({
        "Elasticsearch, 7.17.29, false",
        "Elasticsearch, 8.10.4, false",
        "Elasticsearch, 8.11.0, true",
        "Elasticsearch, 9.5.3, true",
        "OpenSearch, 3.8.0, false"
    })
    void anIndexThatIsStillToBeMadeDoesAsItsServer(String distribution, String number, boolean areMade) {
        assertThat(GuessedVectors.areMade(new Server(distribution, number), Map.of()))
                .isEqualTo(areMade);
    }

    /// It keeps to the version with which it was made when its server is upgraded.
    @ParameterizedTest
    @CsvSource({"7172999, false", "8100099, false", "8500003, true", "9009000, true"})
    void anIndexThatIsThereDoesAsTheVersionThatMadeIt(String id, boolean areMade) {
        assertThat(GuessedVectors.areMade(
                        new Server(Server.ELASTICSEARCH, "8.19.21"), Map.of("index.version.created", id)))
                .isEqualTo(areMade);
        assertThat(GuessedVectors.areMade(new Server(Server.OPENSEARCH, "3.8.0"), Map.of("index.version.created", id)))
                .isFalse();
    }

    @Test
    void aTargetThatWouldMakeAVectorOfWhatTheSourceTakesAsNumbersIsWarnedOf() {
        assertThat(GuessedVectors.of(false, true, json("{}"))).hasValueSatisfying(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNS);
            assertThat(finding.code()).isEqualTo(FindingCode.NEW_FIELDS_DIFFER);
            assertThat(finding.what()).contains("dense_vector in the target");
            assertThat(finding.advice()).contains("\"match_mapping_type\": \"double\"", "while it lasts");
        });
    }

    @Test
    void aTargetThatMakesNoVectorsAsTheSourceDoesIsWarnedOfInOtherWords() {
        assertThat(GuessedVectors.of(true, false, json("{'dynamic':true}")).map(Finding::what))
                .hasValueSatisfying(what -> assertThat(what).contains("float in the target", "knn"));
    }

    @Test
    void sidesThatDoAlikeAreNotWarnedOf() {
        assertThat(GuessedVectors.of(true, true, json("{}"))).isEmpty();
        assertThat(GuessedVectors.of(false, false, json("{}"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'dynamic':false}",
                "{'dynamic':'strict','properties':{'a':{'dynamic':'runtime'}}}",
                "{'dynamic_templates':[{'a':{'match_mapping_type':'string'}},{'b':{'match_mapping_type':'double'}}]}",
                "{'dynamic_templates':[{'b':{'match_mapping_type':['long','double'],'match':'*'}}]}",
                "{'dynamic_templates':[{'b':{'match_mapping_type':'*'}}]}",
                "{'dynamic_templates':[{'b':{'match':'*'}}]}"
            })
    void aMappingThatTakesNoNewFieldsOrSaysWhatNumbersBecomeIsNotWarnedOf(String mapping) {
        assertThat(GuessedVectors.of(false, true, json(mapping))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'dynamic':'strict','properties':{'a':{'dynamic':true}}}",
                "{'dynamic_templates':[{'b':{'match_mapping_type':'double','path_match':'prices.*'}}]}",
                "{'dynamic_templates':[{'b':{'match_mapping_type':'double','unmatch':'embedding'}}]}",
                "{'dynamic_templates':[{'b':{'match_mapping_type':'long'}}]}"
            })
    void aMappingThatLeavesSomeNewFieldsToTheServerIsWarnedOf(String mapping) {
        assertThat(GuessedVectors.of(false, true, json(mapping))).isPresent();
    }
}
