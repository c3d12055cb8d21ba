package io.shardstream.bench.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RestartedSourceTest {
    private static final JsonNode STATE = new JsonMapper().readTree("""
            {"metadata":{"indices":{"source":{"primary_terms":{"0":2,"1":3}}}}}""");

    @Test
    void theTermsAreThoseOfTheShardsInTheirOrder() {
        assertThat(RestartedSource.terms(STATE, "source", 2).terms()).containsExactly(2L, 3L);
    }

    @Test
    void aShardWithoutATermIsNotGuessed() {
        assertThatThrownBy(() -> RestartedSource.terms(STATE, "source", 3))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("source");
    }
}
