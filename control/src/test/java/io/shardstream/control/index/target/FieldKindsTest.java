package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// C-36.
class FieldKindsTest {
    private static final Server OPENSEARCH = new Server(Server.OPENSEARCH, "3.8.0");

    private static Optional<Finding> problem(String mapping, Server server, boolean exists) {
        IndexDescription index = new IndexDescription(
                "v2", Map.of(), new JsonMapper().readTree(mapping.replace('\'', '"')), Set.of(), 1024);
        return FieldKinds.problem(new WantedTarget(index, exists, false), server);
    }

    private static Optional<Finding> problem(String type, String version) {
        return problem(
                "{'properties':{'a':{'type':'" + type + "'}}}", new Server(Server.ELASTICSEARCH, version), false);
    }

    @Test
    void allThatTheServerLacksAreNamedAtOnce() {
        String mapping = """
                {'runtime':{'r':{'type':'long'}},'properties':{'type':{'type':'keyword'},'a':{'type':'flattened'},
                 'o':{'properties':{'v':{'type':'dense_vector'}}},
                 't':{'type':'text','fields':{'h':{'type':'histogram'}}}}}""";

        assertThat(problem(mapping, OPENSEARCH, false)).hasValueSatisfying(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.FIELD_KINDS_MISSING);
            assertThat(finding.what())
                    .isEqualTo("OpenSearch 3.8.0 does not have kinds of fields that target index 'v2' would have:"
                            + " 'a' (flattened), 'o.v' (dense_vector), 'r' (runtime), 't.h' (histogram).");
        });
        assertThat(problem(mapping, OPENSEARCH, true)).isEmpty();
        assertThat(problem(mapping, Server.SILENT, false)).isEmpty();
        assertThat(problem(mapping, new Server(Server.ELASTICSEARCH, "9.5.3"), false))
                .isEmpty();
    }

    @Test
    void theFirstOpenSearchLacksWhatLaterOnesHave() {
        String mapping = "{'properties':{'a':{'type':'flat_object'},'k':{'type':'knn_vector'}}}";

        assertThat(problem(mapping, new Server(Server.OPENSEARCH, "1.3.20"), false))
                .hasValueSatisfying(finding -> assertThat(finding.what()).endsWith("would have: 'a' (flat_object)."));
        assertThat(problem(mapping, new Server(Server.OPENSEARCH, "2.19.6"), false))
                .isEmpty();
    }

    @Test
    void openSearchHasFieldsOfVersionsSince32() {
        String mapping = "{'properties':{'v':{'type':'version'}}}";

        for (String without : List.of("1.3.20", "2.19.6", "3.1.0")) {
            assertThat(problem(mapping, new Server(Server.OPENSEARCH, without), false))
                    .hasValueSatisfying(finding -> assertThat(finding.what()).endsWith("would have: 'v' (version)."));
        }
        for (String with : List.of("3.2.0", "3.10.1", "4.0.0")) {
            assertThat(problem(mapping, new Server(Server.OPENSEARCH, with), false))
                    .as(with)
                    .isEmpty();
        }
        assertThat(problem("version", "8.19.21")).isEmpty();
    }

    @Test
    void whatOnlyOpenSearchHasAndWhatOnlyLaterOnesHaveIsNamed() {
        assertThat(problem("flat_object", "9.5.3")).isPresent();
        assertThat(problem("flat_object", "7.17.29")).isPresent();
        assertThat(problem("knn_vector", "8.19.21")).isPresent();
        assertThat(problem("knn_vector", "7.10.2"))
                .as("with Open Distro's plug-in")
                .isEmpty();
        assertThat(problem("semantic_text", "7.17.29")).isPresent();
        assertThat(problem("semantic_text", "8.19.21")).isEmpty();
        assertThat(problem("keyword", "7.17.29")).isEmpty();
    }
}
