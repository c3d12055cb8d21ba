package io.shardstream.control.preflight.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.Server;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// Which fields `plan` names because no test has copied their kind.
class UntriedFieldsTest {
    private static final Server OLD = new Server(Server.ELASTICSEARCH, "7.17.29");
    private static final Server NEW = new Server(Server.ELASTICSEARCH, "9.5.3");
    private static final Server OTHER = new Server(Server.OPENSEARCH, "3.8.0");

    private static List<Finding> of(String mappings, Server source, Server target) {
        return UntriedFields.of(new JsonMapper().readTree(mappings.replace('\'', '"')), source, target);
    }

    @Test
    void whatATargetComputesByAModelIsNamedWithWhatItNeeds() {
        List<Finding> findings = of("""
                {'properties':{'type':{'type':'keyword'},
                 'text':{'type':'text','fields':{'meaning':{'type':'semantic_text'}}}}}""", NEW, NEW);

        assertThat(findings).hasSize(2).allSatisfy(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNS);
            assertThat(finding.topic()).isEqualTo("untried-fields");
            assertThat(finding.what()).contains("'text.meaning' (semantic_text)");
        });
        assertThat(findings.getLast().advice()).contains("inference endpoints");
    }

    @Test
    void whatWasTriedOnTheseServersIsNotNamed() {
        String family = """
                {'properties':{'link':{'type':'join','relations':{'a':'b'}},'in':{'properties':{'q':{'type':'percolator'}}},
                 'n':{'type':'nested'},'v':{'type':'dense_vector'}}}""";

        assertThat(of(family, OLD, OTHER)).isEmpty();
        assertThat(of(family, OLD, NEW))
                .singleElement()
                .satisfies(
                        finding -> assertThat(finding.what())
                                .contains(
                                        "between Elasticsearch 7.17.29 and Elasticsearch 9.5.3: 'in.q' (percolator), 'link' (join)."));
    }

    @Test
    void versionsInOpenSearchWereNotTried() {
        String version = "{'properties':{'v':{'type':'version'}}}";

        assertThat(of(version, NEW, OTHER))
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).endsWith("OpenSearch 3.8.0: 'v' (version)."));
        assertThat(of(version, OLD, NEW)).isEmpty();
    }
}
