package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class WholeStateTest {
    private FakeState node;

    @BeforeEach
    void start() throws Exception {
        node = new FakeState("blocks,metadata/i");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aWholeStateIsGiven() throws ElasticException {
        node.says("{\"cluster_name\":\"c\",\"cluster_uuid\":\"u\",\"metadata\":{\"indices\":{\"i\":{}}}}");

        assertThat(ifTold().orElseThrow().path("cluster_uuid").asString("")).isEqualTo("u");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"cluster_name\":\"c\",\"blocks\":{\"global\":{\"1\":{}}}}",
                "{\"cluster_name\":\"c\",\"blocks\":{\"global\":{\"2\":{}}}}"
            })
    void aPartOfItIsNot(String state) {
        node.says(state);

        assertThatThrownBy(this::ifTold)
                .isInstanceOf(ElasticException.Malformed.class)
                .hasMessageContaining("does not know its whole state yet");
    }

    /// A writer's user need not be let in: its bulks name an alias that no other run has.
    @ParameterizedTest
    @ValueSource(ints = {403, 405, 410})
    void whoIsNotToldIsNotRefused(int refused) throws ElasticException {
        node.says(refused, "{}");

        assertThat(ifTold()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 429, 503})
    void whatMayPassIsAFailure(int refused) {
        node.says(refused, "{}");

        assertThatThrownBy(this::ifTold).isInstanceOf(ElasticException.Refused.class);
    }

    private Optional<JsonNode> ifTold() throws ElasticException {
        return WholeState.ifTold(node.cluster(), "metadata", "i", "metadata.indices.*");
    }
}
