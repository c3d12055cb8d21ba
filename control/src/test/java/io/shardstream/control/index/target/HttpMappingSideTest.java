package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class HttpMappingSideTest {
    private static final String FIELDS = "index.query.default_field";

    private static final String VERSIONED =
            "'mapping_version':3,'settings_version':2,'settings':{'index':{'uuid':'u'}},";

    private FakeNode node;
    private HttpMappingSide side;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("source");
        side = HttpMappingSide.of(node.cluster(), "cities");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aListOfASettingIsReadAndWrittenAsAList() throws ElasticException {
        state(
                "'cluster_name':'c',",
                "'mapping_version':3,'settings_version':2,'settings':{'index':{'uuid':'u',"
                        + "'query':{'default_field':['title','body']}}},'mappings':{'_doc':{}}");
        VersionedDefinition found = side.definition();
        assertThat(found.settings()).containsEntry(FIELDS, new JsonMapper().readTree("[\"title\",\"body\"]"));
        node.answers("/cities/_settings", 200, "{'acknowledged':true}");
        assertThat(side.set(FIELDS, found.settings().get(FIELDS))).isInstanceOf(MappingSide.Outcome.Acknowledged.class);
        assertThat(node.bodies().getLast()).isEqualTo("{\"" + FIELDS + "\":[\"title\",\"body\"]}");
    }

    /// Elasticsearch 9.2 and later answer with the state of the node that is asked, which may be cut off.
    @Test
    void aNodeWithoutAMasterIsNotBelieved() {
        state(
                "'cluster_name':'c','blocks':{'global':{'2':{}}},",
                "'mapping_version':3,'settings_version':2,"
                        + "'settings':{'index':{'uuid':'u'}},'mappings':{'_doc':{}}");
        assertThatThrownBy(side::versions).hasMessageContaining("does not know its whole state");
        assertThatThrownBy(side::definition).hasMessageContaining("does not know its whole state");
    }

    /// A request that comes late finds that name gone.
    @Test
    void theTargetOfARunIsChangedThroughTheAliasByWhichTheRunGoesOn() throws ElasticException {
        HttpMappingSide target = HttpMappingSide.ofTarget(node.cluster(), "cities", "copy");
        ObjectNode change = new JsonMapper().createObjectNode().put("dynamic", "true");
        state(
                "'cluster_name':'c',",
                "'aliases':['production','Shardstream-copy-Block-r-1-1','Shardstream-copy-two-Write-s',"
                        + "'Shardstream-copy-Swap-r-1-1'],'settings':{'index':{'uuid':'u'}}");
        node.answers("/Shardstream-copy-Swap-r-1-1/_mapping", 200, "{'acknowledged':true}");
        assertThat(target.change(change)).isInstanceOf(MappingSide.Outcome.Acknowledged.class);

        node.answers("/Shardstream-copy-Swap-r-1-1/_mapping", 404, "{'error':{'type':'index_not_found_exception'}}");
        assertThatThrownBy(() -> target.change(change))
                .isInstanceOf(ElasticException.Malformed.class)
                .hasMessageContaining("alias 'Shardstream-copy-Swap-r-1-1' of it was taken away meanwhile");
    }

    /// A controller that was frozen finds production there.
    @Test
    void aTargetThatProductionWasMovedToIsReleasedAndNotChanged() throws ElasticException {
        HttpMappingSide target = HttpMappingSide.ofTarget(node.cluster(), "cities", "copy");
        ObjectNode change = new JsonMapper().createObjectNode().put("dynamic", "true");
        JsonNode limit = JsonNodeFactory.instance.stringNode("5");
        node.answers("/Shardstream-copy-Live/_mapping", 200, "{'acknowledged':true}");
        node.answers("/cities/_mapping", 200, "{'acknowledged':true}");
        for (String alias : List.of("Shardstream-copy-Live", "Shardstream-copy-Done-r", "production")) {
            state("'cluster_name':'c',", "'aliases':['" + alias + "'],'settings':{'index':{'uuid':'u'}}");
            assertThatThrownBy(() -> target.change(change))
                    .hasMessageContaining("it has no alias any more by which run copy goes on");
            assertThatThrownBy(() -> target.set(FIELDS, limit))
                    .hasMessageContaining("it has no alias any more by which run copy goes on");
        }
        assertThat(node.requests()).noneMatch(request -> request.startsWith("PUT"));

        assertThat(target.release(change)).isInstanceOf(MappingSide.Outcome.Acknowledged.class);
        state("'cluster_name':'c',", "'aliases':['Shardstream-copy-Live'],'settings':{'index':{'uuid':'u'}}");
        assertThat(target.release(change)).isInstanceOf(MappingSide.Outcome.Acknowledged.class);
        assertThat(node.requests().stream().filter(request -> request.startsWith("PUT")))
                .containsExactly("PUT /cities/_mapping", "PUT /Shardstream-copy-Live/_mapping");
    }

    /// An index that Elasticsearch 6 has made may have defaults beside its type, in any order.
    @ParameterizedTest
    @ValueSource(strings = {"'_default_':{'dynamic':'true'},'city':%s", "'city':%s,'_default_':{'dynamic':'true'}"})
    void defaultsOfAnIndexAreNotItsMapping(String mappings) throws ElasticException {
        String mapping = "{'dynamic':'strict','properties':{'name':{'type':'keyword'}}}";
        state("'cluster_name':'c',", VERSIONED + "'mappings':{" + mappings.formatted(mapping) + "}");

        assertThat(side.definition().mapping()).isEqualTo(new JsonMapper().readTree(mapping.replace('\'', '"')));
    }

    @Test
    void anIndexWithDefaultsAloneHasNoMapping() throws ElasticException {
        state("'cluster_name':'c',", VERSIONED + "'mappings':{'_default_':{'dynamic':'true'}}");

        assertThat(side.definition().mapping().isEmpty()).isTrue();
    }

    @Test
    void noneOfSeveralMappingsIsTaken() {
        state("'cluster_name':'c',", VERSIONED + "'mappings':{'city':{},'town':{}}");

        assertThatThrownBy(side::definition)
                .isInstanceOf(ElasticException.Malformed.class)
                .hasMessageContaining("several mappings of index 'cities' (city, town)");
    }

    private void state(String beside, String index) {
        for (String sections : new String[] {"metadata", "blocks,metadata"}) {
            node.answers(
                    "/_cluster/state/" + sections + "/cities",
                    200,
                    "{" + beside + "'metadata':{'indices':{'cities':{" + index + "}}}}");
        }
    }
}
