package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The answers are those of Elasticsearch 9.5.3.
class IndexAbsenceTest {
    private FakeState node;

    @BeforeEach
    void start() throws Exception {
        node = new FakeState("blocks,metadata/i");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "{\"cluster_name\":\"c\"} | true",
                "{\"cluster_name\":\"c\",\"blocks\":{\"global\":{\"6\":{}}}} | true",
                "{\"cluster_name\":\"c\",\"blocks\":{\"global\":{\"1\":{}}}} | false",
                "{\"cluster_name\":\"c\",\"blocks\":{\"global\":{\"2\":{}}}} | false",
                "{\"cluster_name\":\"c\",\"metadata\":{\"indices\":{\"i\":{\"state\":\"open\"}}}} | false",
                "{} | false",
            })
    void onlyAWholeStateWithoutTheNameIsCertain(String state, boolean certain) throws ElasticException {
        node.says(state);

        assertThat(isCertain()).isEqualTo(certain);
    }

    @Test
    void withoutAMasterNothingIsCertain() {
        node.says(503, "{\"error\":{\"type\":\"master_not_discovered_exception\"},\"status\":503}");

        assertThatThrownBy(this::isCertain).isInstanceOf(ElasticException.Refused.class);
    }

    private boolean isCertain() throws ElasticException {
        return IndexAbsence.isCertain(node.cluster(), "i");
    }
}
