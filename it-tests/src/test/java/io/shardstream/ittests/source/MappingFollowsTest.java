package io.shardstream.ittests.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The target's mapping has what the source's has before the documents that need it are written.
@RealServers
class MappingFollowsTest {
    private static final String LIMIT = "index.max_result_window";
    private static final String FIELDS = "index.query.default_field";

    /// C-05: a field that comes into being with a document, and would be something else with the next one.
    @Test
    void aFieldHasTheTypeThatItHasInTheSourceWhicheverDocumentTheTargetSeesFirst() {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":2", "{\"properties\":{\"a\":{\"type\":\"keyword\"}}}")
                .intoShards(5)
                .following()) {
            put(run, "first", "{\"a\":\"1\"}");
            start(run);
            for (int i = 0; i < 3; i++) {
                put(run, "text-" + i, "{\"f" + i + "\":\"no date\",\"o" + i + "\":{\"n\":\"x\"}}");
                for (int j = 0; j < 20; j++) {
                    put(run, "dated-" + i + "-" + j, "{\"f" + i + "\":\"2026-11-27\",\"o" + i + "\":{\"n\":\"7\"}}");
                }
            }
            assertSame(run, "{\"term\":{\"f1.keyword\":\"2026-11-27\"}}", 20);
        }
    }

    /// C-06 and its siblings: what somebody puts into the source's mapping and its settings.
    @Test
    void whatSomebodyPutsIntoTheSourcesMappingIsInTheTargetsBeforeTheDocumentsThatNeedIt() {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":2", """
                        {"dynamic":false,"properties":{
                          "short":{"type":"keyword","ignore_above":3},
                          "closed":{"dynamic":"strict","properties":{"x":{"type":"long"}}}}}""")
                .intoShards(5)
                .following()) {
            put(run, "first", "{\"short\":\"abcdef\",\"unknown\":\"2026-01-01\"}");
            start(run);
            mapping(run, """
                    {"properties":{
                      "code":{"type":"keyword"},
                      "day":{"type":"date","format":"dd/MM/yyyy"},
                      "at":{"type":"geo_point"},
                      "short":{"type":"keyword","ignore_above":20,"fields":{"words":{"type":"text"}}},
                      "nest":{"type":"nested","properties":{"in":{"type":"keyword"}}}}}""");
            for (int i = 0; i < 25; i++) {
                put(run, "mapped-" + i, """
                        {"code":"c-1","day":"27/11/2026","at":{"lat":1,"lon":2},"short":"abcdefgh",
                         "nest":[{"in":"y"}],"closed":{"x":1}}""");
            }
            assertHits(run, "{\"term\":{\"code\":\"c-1\"}}", 25);
            mapping(run, """
                    {"dynamic":true,"runtime":{"twice":{"type":"long"}},
                     "properties":{"closed":{"type":"object","dynamic":"true"}}}""");
            run.rest()
                    .put(
                            "/" + run.source() + "/_settings",
                            "{\"" + LIMIT + "\":7777,\"" + FIELDS + "\":[\"code\",\"short\"]}");
            for (int i = 0; i < 25; i++) {
                put(
                        run,
                        "dynamic-" + i,
                        "{\"twice\":2,\"later\":\"2026-11-27\",\"closed\":{\"y\":\"text\"},\"short\":\"abcdefgh\"}");
            }
            assertHits(run, "{\"range\":{\"later\":{\"gte\":\"2026-11-01\"}}}", 25);
            assertSame(run, "{\"term\":{\"day\":\"27/11/2026\"}}", 25);
            for (String query : List.of(
                    "{\"geo_distance\":{\"distance\":\"1km\",\"at\":{\"lat\":1,\"lon\":2}}}",
                    "{\"match\":{\"short.words\":\"abcdefgh\"}}",
                    "{\"nested\":{\"path\":\"nest\",\"query\":{\"term\":{\"nest.in\":\"y\"}}}}",
                    "{\"term\":{\"twice\":2}}",
                    "{\"term\":{\"short\":\"abcdefgh\"}}",
                    "{\"match\":{\"closed.y\":\"text\"}}",
                    "{\"exists\":{\"field\":\"unknown\"}}")) {
                assertThat(ids(run, run.target(), query)).as(query).isEqualTo(ids(run, run.source(), query));
            }
            JsonNode settings = run.rest()
                    .get("/" + run.target() + "/_settings?flat_settings=true")
                    .path(run.target())
                    .path("settings");
            assertThat(settings.path(LIMIT).asString("")).isEqualTo("7777");
            assertThat(settings.path(FIELDS).valueStream().map(JsonNode::asString))
                    .containsExactly("code", "short");
            // As a text that looks like a list these would be two fields that nobody has.
            String anyField = "{\"query_string\":{\"query\":\"abcdefgh\"}}";
            assertThat(ids(run, run.target(), anyField)).hasSize(50).isEqualTo(ids(run, run.source(), anyField));
        }
    }

    /// The target has the field, and nobody has said so; then another one comes.
    @Tag("long")
    @Test
    void aControllerThatDiesBetweenTheChangeAndItsRecordIsFollowedByOneThatCarriesOn() {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":2", "{\"properties\":{\"a\":{\"type\":\"keyword\"}}}")
                .intoShards(5)
                .following()) {
            put(run, "first", "{\"a\":\"1\"}");
            Child killed = run.start("control");
            run.startHere("reader");
            run.startHere("writer");
            run.awaitPhase(Phase.CATCHING_UP);
            awaitLooked(run);
            long before = carried(run).mappingVersion();
            HoldPoint answer = Servers.cluster()
                    .hold(Direction.ANSWER, what -> what.contains("PUT /" + run.target() + "/_mapping"), 1);
            put(run, "text", "{\"f\":\"no date\"}");
            answer.awaitReached();
            killed.kill();
            answer.pass();
            put(run, "dated", "{\"f\":\"2026-11-27\",\"g\":\"2026-11-27\"}");
            assertThat(carried(run).mappingVersion()).isEqualTo(before);
            assertThat(mappingOf(run, run.target()).path("properties").has("f")).isTrue();

            run.startHere("control");
            assertSame(run, "{\"term\":{\"f.keyword\":\"2026-11-27\"}}", 1);
            assertThat(ControlRecords.read(run.connection(), run.topics()).blocked())
                    .isEmpty();
        }
    }

    /// Until the controller has looked for the first time, which it does by settings, too.
    private static void awaitLooked(CopyRun run) {
        Awaitility.await().atMost(TestPatience.LIMIT).until(() -> carried(run).settingsVersion() > 0);
    }

    private static void start(CopyRun run) {
        run.startHere("control");
        run.startHere("reader");
        run.startHere("writer");
        run.awaitPhase(Phase.CATCHING_UP);
    }

    private static void put(CopyRun run, String id, String body) {
        run.rest().put("/" + run.source() + "/_doc/" + id, body.replace('\n', ' '));
    }

    private static void mapping(CopyRun run, String body) {
        run.rest().put("/" + run.source() + "/_mapping", body);
    }

    private static void assertHits(CopyRun run, String query, int count) {
        run.awaitCaughtUp();
        assertThat(ids(run, run.target(), query)).hasSize(count).isEqualTo(ids(run, run.source(), query));
    }

    /// Cuts over, and compares what is on both sides then.
    private static void assertSame(CopyRun run, String query, int count) {
        assertHits(run, query, count);
        assertThat(run.rejects()).isEmpty();
        assertThat(carried(run).isWhole()).isTrue();
        assertThat(mappingOf(run, run.target()).path("dynamic").asString("")).isEqualTo("false");
        CopyRun.Output output = run.command("cutover");
        assertThat(output.code()).as(output.text()).isZero();

        assertThat(mappingOf(run, run.target())).isEqualTo(mappingOf(run, run.source()));
        assertThat(ids(run, run.target(), query)).hasSize(count).isEqualTo(ids(run, run.source(), query));
        run.assertCopied();
    }

    private static CarriedMapping carried(CopyRun run) {
        return ControlRecords.read(run.connection(), run.topics())
                .of(CarriedMapping.KEY, CarriedMapping::decode)
                .orElseThrow();
    }

    /// Without the mark of the run, and with what a root says that says nothing.
    private static JsonNode mappingOf(CopyRun run, String index) {
        ObjectNode mapping = (ObjectNode)
                run.rest().get("/" + index + "/_mapping").path(index).path("mappings");
        mapping.remove("_meta");
        if (!mapping.has("dynamic")) {
            mapping.put("dynamic", "true");
        }
        return mapping;
    }

    private static Set<String> ids(CopyRun run, String index, String query) {
        Rest rest = run.rest();
        rest.post("/" + index + "/_refresh", "");
        Set<String> ids = new TreeSet<>();
        rest.post("/" + index + "/_search", "{\"size\":1000,\"_source\":false,\"query\":" + query + "}")
                .path("hits")
                .path("hits")
                .forEach(hit -> ids.add(hit.path("_id").asString("")));
        return ids;
    }
}
