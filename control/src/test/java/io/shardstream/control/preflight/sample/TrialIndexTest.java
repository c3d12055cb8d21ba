package io.shardstream.control.preflight.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.target.CarriedSettings;
import io.shardstream.control.index.target.TargetSettings;
import io.shardstream.control.index.target.WantedTarget;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

class TrialIndexTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String NAME = "v2-shardstream-plan-x1";
    private static final String ALIAS = NAME + "-write";

    private static final Server SERVER = new Server(Server.ELASTICSEARCH, "9.5.3");

    private static final WantedTarget WANTED = WantedTarget.created(
            new IndexDescription(
                    "cities",
                    Map.of(
                            "index.number_of_shards", StringNode.valueOf("3"),
                            "index.number_of_replicas", StringNode.valueOf("2"),
                            "index.codec", StringNode.valueOf("best_compression")),
                    MAPPER.createObjectNode().put("dynamic", "strict"),
                    Set.of("production"),
                    768),
            new TargetSettings("v2", OptionalInt.empty(), OptionalInt.empty(), Map.of(), Optional.empty()),
            true,
            new CarriedSettings(SERVER, SERVER, Map.of("index.mapping.exclude_source_vectors", "true")));

    private FakeNode node;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("target").answers("/" + NAME, 200, "{'acknowledged':true}");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void itHasOneShardAndNoReplicaAndAnAliasThatWildcardsDoNotFind() {
        JsonNode body = MAPPER.readTree(WANTED.trial(ALIAS).toArray());
        assertThat(body).isEqualTo(MAPPER.readTree("""
                        {"settings":{"index.codec":"best_compression","index.number_of_shards":1,
                                     "index.number_of_replicas":0,"index.hidden":true,"index.final_pipeline":"_none"},
                         "mappings":{"dynamic":"strict"},
                         "aliases":{"v2-shardstream-plan-x1-write":{"is_hidden":true}}}"""));
    }

    /// Servers take such settings with some numbers of shards only, and would refuse the target, too.
    @ParameterizedTest
    @CsvSource({"index.routing_partition_size, 2, 3", "index.routing_partition_size, 1, 1", "index.mode, lookup, 3"})
    void itHasTheTargetsShardsWhereSettingsStandOrFallWithThem(String name, String value, int shards) {
        WantedTarget wanted = WantedTarget.created(
                new IndexDescription(
                        "cities",
                        Map.of("index.number_of_shards", StringNode.valueOf("3")),
                        MAPPER.createObjectNode(),
                        Set.of(),
                        768),
                new TargetSettings(
                        "v2",
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        Map.of(name, StringNode.valueOf(value)),
                        Optional.empty()),
                false,
                new CarriedSettings(SERVER, SERVER, Map.of()));
        JsonNode settings = MAPPER.readTree(wanted.trial(ALIAS).toArray()).path("settings");
        assertThat(settings.path(name).asString("")).isEqualTo(value);
        assertThat(settings.path("index.number_of_shards").asInt(0)).isEqualTo(shards);
    }

    /// C-122 and C-44.
    @Test
    void itLiesWhereTheTargetMayLieAndWaitsForNoCopies() {
        WantedTarget wanted = WantedTarget.created(
                new IndexDescription(
                        "cities",
                        Map.of(
                                "index.number_of_shards", StringNode.valueOf("3"),
                                "index.routing.allocation.require.disk", StringNode.valueOf("of-the-source"),
                                "index.write.wait_for_active_shards", StringNode.valueOf("2")),
                        MAPPER.createObjectNode(),
                        Set.of(),
                        768),
                new TargetSettings(
                        "v2",
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        Map.of(
                                "index.routing.allocation.exclude._name", StringNode.valueOf("full-1"),
                                "index.routing.allocation.enable", StringNode.valueOf("none")),
                        Optional.empty()),
                false,
                new CarriedSettings(SERVER, SERVER, Map.of("index.mapping.exclude_source_vectors", "true")));
        assertThat(wanted.settings()).containsEntry("index.write.wait_for_active_shards", "2");

        assertThat(MAPPER.readTree(wanted.trial(ALIAS).toArray())
                        .path("settings")
                        .propertyNames())
                .containsExactlyInAnyOrder(
                        "index.routing.allocation.exclude._name",
                        "index.number_of_shards",
                        "index.number_of_replicas",
                        "index.hidden",
                        "index.final_pipeline");
    }

    /// Documents would be written to an index of that name all the same, which the target makes by itself.
    @ParameterizedTest
    @ValueSource(strings = {"{}", "<html>Login</html>", "{'acknowledged':false}"})
    void itIsNeitherTakenForMadeNorForDeletedWhereThatIsNotAcknowledged(String answer) {
        node.answers("PUT /" + NAME, 200, answer).answers("DELETE /" + NAME, 200, answer);

        assertThatThrownBy(() -> TrialIndex.create(node.cluster(), WANTED, NAME))
                .isInstanceOfSatisfying(
                        ElasticException.Malformed.class,
                        e -> assertThat(TrialIndex.mayBeCarriedOut(e)).isTrue());
        assertThatThrownBy(() -> TrialIndex.delete(node.cluster(), NAME))
                .isInstanceOf(ElasticException.Malformed.class);
    }

    @Test
    void documentsThatAreRefusedForGoodAreNamedAndOthersAreNot() throws IOException {
        node.answers("/" + ALIAS + "/_bulk", 200, """
                {'errors':true,'items':[{'index':{'status':201}},{'index':{'status':400,'error':{
                  'type':'document_parsing_exception','reason':
                  '[1:9] failed to parse field [age] of type [long] in document with id [8]. Preview of field value'}}},
                 {'index':{'status':429,'error':{'type':'es_rejected_execution_exception','reason':'busy'}}}]}""");
        List<RefusedDocument> refusals =
                TrialIndex.create(node.cluster(), WANTED, NAME).write(List.of(hit("7"), hit("8"), hit("9")));
        assertThat(refusals)
                .singleElement()
                .matches(refusal -> refusal.id().equals("8")
                        && refusal.type().equals("document_parsing_exception")
                        && refusal.shape().contains("field [age] of type [long]"));
    }

    /// A node that wakes up carries a bulk out when the index is gone: without an alias in its way that would
    /// make the index anew, as one that searches find.
    @Test
    void aBulkThatComesLateDoesNotMakeItAnew() throws IOException {
        node.answers("/" + ALIAS + "/_bulk", 200, "{'errors':false}");
        var _ = TrialIndex.create(node.cluster(), WANTED, NAME).write(List.of(hit("7")));
        assertThat(node.requests()).containsExactly("PUT /" + NAME, "POST /" + ALIAS + "/_bulk");
        assertThat(node.queries().getLast()).contains("require_alias=true");
    }

    @Test
    void settingsThatTheTargetDoesNotKnowAreRefused() {
        node.answers("/" + NAME, 400, "{'error':{'type':'illegal_argument_exception','reason':'unknown setting'}}");
        assertThatThrownBy(() -> TrialIndex.create(node.cluster(), WANTED, NAME))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageEndingWith("illegal_argument_exception: unknown setting");
    }

    @Test
    void aNameThatIsTooLongIsCut() {
        assertThat(TrialIndex.nameFor("v2", "x1")).isEqualTo(NAME);
        assertThat(TrialIndex.nameFor("v".repeat(255), "x1"))
                .hasSizeLessThan(255 - "-write".length())
                .endsWith("-shardstream-plan-x1");
    }

    private static Hit hit(String id) {
        return new Hit(Bytes.utf8(id), null, 1, Bytes.utf8("{\"age\":\"x\"}"));
    }
}
