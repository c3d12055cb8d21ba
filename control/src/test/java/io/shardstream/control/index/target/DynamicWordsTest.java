package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.Server;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Which servers know which word, at any level.
class DynamicWordsTest {
    private static final Server ELASTICSEARCH = new Server(Server.ELASTICSEARCH, "8.19.4");
    private static final Server OPENSEARCH = new Server(Server.OPENSEARCH, "3.8.0");
    private static final JsonNode MAPPING = new JsonMapper().readTree("""
                    {"dynamic": "strict", "properties": {
                      "o": {"dynamic": "runtime", "properties": {"dynamic": {"dynamic": "false", "properties": {}}}},
                      "n": {"type": "nested", "dynamic": true, "properties": {
                        "p": {"type": "object", "dynamic": "strict_allow_templates"}}}}}
                    """);

    @Test
    void whatOneFamilyHasTheOtherDoesNotKnow() {
        assertThat(DynamicWords.unknown(OPENSEARCH, MAPPING)).containsExactly("runtime");
        assertThat(DynamicWords.unknown(ELASTICSEARCH, MAPPING)).containsExactly("strict_allow_templates");
        assertThat(DynamicWords.unknown(Server.SILENT, MAPPING)).isEmpty();
    }

    @Test
    void olderServersKnowFewer() {
        assertThat(DynamicWords.unknown(new Server(Server.OPENSEARCH, "2.19.6"), MAPPING))
                .containsExactly("runtime");
        assertThat(DynamicWords.unknown(new Server(Server.OPENSEARCH, "1.3.20"), MAPPING))
                .containsExactly("runtime", "strict_allow_templates");
        assertThat(DynamicWords.unknown(new Server(Server.ELASTICSEARCH, "7.10.2"), MAPPING))
                .containsExactly("runtime", "strict_allow_templates");
        assertThat(DynamicWords.unknown(new Server(Server.ELASTICSEARCH, "7.17.29"), MAPPING))
                .containsExactly("strict_allow_templates");
        JsonNode word = new JsonMapper().readTree("{\"dynamic\":\"false_allow_templates\"}");
        assertThat(DynamicWords.unknown(new Server(Server.OPENSEARCH, "2.19.6"), word))
                .hasSize(1);
        assertThat(DynamicWords.unknown(OPENSEARCH, word)).isEmpty();
    }

    @Test
    void aMappingThatSaysNothingIsKnown() {
        assertThat(DynamicWords.unknown(OPENSEARCH, new JsonMapper().readTree("{}")))
                .isEmpty();
    }
}
