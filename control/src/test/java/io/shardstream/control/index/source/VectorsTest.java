package io.shardstream.control.index.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class VectorsTest {
    private static final Map<String, String> LEFT_OUT = Map.of("index.mapping.exclude_source_vectors", "true");
    private static final JsonNode NESTED = mappings(
            "{'properties':{'a':{'properties':{'type':{'type':'keyword'},'v':{'type':'dense_vector','dims':3}}}}}");

    @Test
    void vectorsThatAreWrittenAnewAreTold() {
        assertThat(Vectors.noteOf("i", NESTED, LEFT_OUT).orElseThrow()).contains("not always byte for byte");
    }

    @Test
    void vectorsOfKnnThatAreDerivedAreTold() {
        JsonNode knn = mappings("{'properties':{'v':{'type':'knn_vector','dimension':3}}}");
        String derived = "index.knn.derived_source.enabled";
        assertThat(Vectors.noteOf("i", knn, Map.of(derived, "true")).orElseThrow())
                .contains(derived);
        assertThat(Vectors.noteOf("i", knn, Map.of(derived, "false"))).isEmpty();
        assertThat(Vectors.noteOf("i", NESTED, Map.of(derived, "true"))).isEmpty();
    }

    @Test
    void vectorsThatAreKeptAndOtherFieldsAreNot() {
        assertThat(Vectors.noteOf("i", NESTED, Map.of())).isEmpty();
        assertThat(Vectors.noteOf("i", NESTED, Map.of("index.mapping.exclude_source_vectors", "false")))
                .isEmpty();
        assertThat(Vectors.noteOf("i", mappings("{'properties':{'type':{'type':'keyword'}}}"), LEFT_OUT))
                .isEmpty();
    }

    private static JsonNode mappings(String text) {
        return new JsonMapper().readTree(text.replace('\'', '"'));
    }
}
