package io.shardstream.control.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MappingTypeTest {
    private static final String OF_OPENSEARCH = "{'version':{'number':'%s','distribution':'opensearch'}}";

    private FakeNode node;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("source");
        elasticsearch("7.17.29");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    private void elasticsearch(String number) {
        node.answers("/", 200, "{'version':{'number':'" + number + "','build_flavor':'default'}}");
    }

    private void mappings(String mappings) {
        node.answers("/cities/_mapping", 200, "{'cities':{'mappings':" + mappings + "}}");
    }

    private Optional<String> type() throws ElasticException {
        return MappingType.of(node.cluster()::send, "source", "cities");
    }

    @Test
    void isTheNameUnderWhichTheMappingStands() throws ElasticException {
        mappings("{'city':{'properties':{'name':{'type':'keyword'}}}}");

        assertThat(type()).contains("city");
        assertThat(node.queries()).contains("include_type_name=true");
    }

    /// An index of Elasticsearch 6 may have defaults beside it.
    @Test
    void isNotThatOfDefaults() throws ElasticException {
        mappings("{'_default_':{},'city':{}}");

        assertThat(type()).contains("city");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'_doc':{'properties':{}}}", "{}"})
    void isNoneWhereItIsTheUsualOneOrThereIsNoMapping(String mappings) throws ElasticException {
        mappings(mappings);

        assertThat(type()).isEmpty();
    }

    @Test
    void isNotTakenForNoneWhereItIsNotTold() {
        node.answers("/cities/_mapping", 200, "{}");

        assertThatThrownBy(this::type).isInstanceOf(ElasticException.Malformed.class);
    }

    @Test
    void isAskedForOfServersThatMayHaveOne() throws ElasticException {
        mappings("{'city':{}}");
        elasticsearch("8.19.4");
        assertThat(type()).isEmpty();
        elasticsearch("9.5.3");
        assertThat(type()).isEmpty();
        node.answers("/", 200, OF_OPENSEARCH.formatted("2.19.1"));
        assertThat(type()).isEmpty();

        node.answers("/", 200, OF_OPENSEARCH.formatted("1.3.20"));
        assertThat(type()).contains("city");
    }

    /// As OpenSearch 2 does which says that it is 7.10.2, and a server of which nobody knows what it is.
    @ParameterizedTest
    @CsvSource({"7.10.2, 400", "'', 400"})
    void isNoneWhereTheServerDoesNotKnowTheQuestion(String number, int status) throws ElasticException {
        node.answers("/", 200, OF_OPENSEARCH.formatted(number))
                .answers("/cities/_mapping", status, "{'error':{'type':'illegal_argument_exception'}}");

        assertThat(type()).isEmpty();
    }
}
