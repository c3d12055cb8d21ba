package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class TargetDefinitionTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final TargetMark MARK =
            new TargetMark("u", VersionMode.SEQNO, List.of("h0", "h1", "h2"), List.of(1L, 1L, 4L));
    private static final Server SERVER = new Server(Server.ELASTICSEARCH, "9.5.3");
    private static final Map<String, String> DEFAULTS = Map.of("index.mapping.exclude_source_vectors", "true");
    private static final CarriedSettings SERVERS = new CarriedSettings(SERVER, SERVER, DEFAULTS);
    private static final IndexDescription SOURCE = IndexDescription.of("cities", json("""
                    {"aliases": {"production": {}},
                     "mappings": {"properties": {"name": {"type": "text", "analyzer": "mine"}}},
                     "settings": {
                       "index.uuid": "u", "index.creation_date": "1", "index.provided_name": "cities",
                       "index.version.created": "8190000", "index.number_of_shards": "3",
                       "index.number_of_replicas": "2", "index.auto_expand_replicas": "0-1",
                       "index.resize.source.name": "old", "index.blocks.write": "true",
                       "index.routing.allocation.require._name": "node-1",
                       "index.replication.type": "DOCUMENT", "index.lifecycle.name": "delete-soon",
                       "index.default_pipeline": "p", "index.final_pipeline": "q",
                       "index.refresh_interval": "30s", "index.codec": "best_compression",
                       "index.analysis.analyzer.mine.filter": ["lowercase", "trim"]}}"""), 768);

    @Test
    void mappingsAndWhatDescribesTheDataAreCarriedOverAndTheRestIsNot() {
        JsonNode body = define("{}", OptionalInt.empty(), OptionalInt.empty(), Optional.empty());
        TargetMaker maker = TargetMaker.in(body.path("mappings")).orElseThrow();
        ((ObjectNode) body.at("/mappings/_meta/shardstream")).remove("made_by");
        assertThat(maker.writeAlias()).isEqualTo("Shardstream-run");
        assertThat(body).isEqualTo(json("""
                        {"settings": {"index.analysis.analyzer.mine.filter": ["lowercase", "trim"],
                                      "index.auto_expand_replicas": "0-1", "index.codec": "best_compression",
                                      "index.number_of_replicas": 2, "index.number_of_shards": 3,
                                      "index.refresh_interval": "30s"},
                         "mappings": {"properties": {"name": {"type": "text", "analyzer": "mine"}},
                                      "_meta": {"shardstream": {"source_uuid": "u", "version_mode": "seqno",
                                                "histories": ["h0", "h1", "h2"], "terms": [1, 1, 4]}}},
                         "aliases": {"Shardstream-run": {}}}"""));
    }

    @Test
    void theRunFileWinsWhetherItsSettingsAreNestedOrDottedAndANullLeavesOneOut() {
        JsonNode settings = define(
                        "{'index': {'refresh_interval': '-1'}, 'codec': null, 'index.translog.durability': 'async'}",
                        OptionalInt.of(5),
                        OptionalInt.of(0),
                        Optional.empty())
                .path("settings");
        assertThat(settings.path("index.number_of_shards").asInt()).isEqualTo(5);
        assertThat(settings.path("index.number_of_replicas").asInt()).isZero();
        assertThat(settings.has("index.auto_expand_replicas")).isFalse();
        assertThat(settings.path("index.refresh_interval").asString()).isEqualTo("-1");
        assertThat(settings.path("index.translog.durability").asString()).isEqualTo("async");
        assertThat(settings.has("index.codec")).isFalse();
    }

    @Test
    void replicasThatAreBuiltLaterAreNotAskedForAtFirst() {
        assertThat(replicas(OptionalInt.of(1), OptionalInt.of(0))).isEqualTo(0);
        assertThat(replicas(OptionalInt.of(1), OptionalInt.empty())).isEqualTo(1);
        assertThat(replicas(OptionalInt.empty(), OptionalInt.of(1))).isEqualTo(1);
        // As the source has fewer at the end.
        assertThat(replicas(OptionalInt.empty(), OptionalInt.of(5))).isEqualTo(2);
    }

    private static int replicas(OptionalInt atEnd, OptionalInt whileCopying) {
        TargetSettings wish =
                wish("{}", OptionalInt.empty(), atEnd, Optional.empty()).withReplicasWhileCopying(whileCopying);
        return TargetDefinition.settings(SOURCE, wish, false, SERVERS)
                .path("index.number_of_replicas")
                .asInt();
    }

    @Test
    void aNullAtAGroupLeavesOutAllBelowItAndWhatTheRunFileSaysBesideItStays() {
        JsonNode settings = define(
                        "{'analysis': null, 'index.analysis.analyzer.new.type': 'standard', 'sort': null}",
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        Optional.empty())
                .path("settings");
        assertThat(settings.propertyNames())
                .contains("index.analysis.analyzer.new.type", "index.codec")
                .doesNotContain("index.analysis.analyzer.mine.filter");
        TargetSettings wish =
                wish("{'analysis': null, 'sort': null}", OptionalInt.empty(), OptionalInt.empty(), Optional.empty());
        assertThat(wish.nullsInVain(SOURCE)).containsExactly("index.sort");
    }

    @Test
    void mappingsOfTheRunFileReplaceTheSources() {
        assertThat(define("{}", OptionalInt.empty(), OptionalInt.empty(), Optional.of(json("{\"dynamic\":false}")))
                        .path("mappings")
                        .path("dynamic"))
                .isEqualTo(json("false"));
    }

    /// It may say what the application needs.
    @Test
    void theMarkStandsBesideWhatTheMappingSaysOfItselfAndReplacesThatOfAnEarlierRun() {
        JsonNode mappings = define(
                        "{}",
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        Optional.of(json("{\"_meta\":{\"team\":\"a\",\"shardstream\":{\"source_uuid\":\"old\"}}}")))
                .path("mappings");
        assertThat(mappings.path("_meta").path("team").asString()).isEqualTo("a");
        assertThat(TargetMark.in(mappings)).contains(MARK);
    }

    @Test
    void aMappingWithoutAMarkOrWithOneOfAnUnknownKindHasNone() {
        assertThat(TargetMark.in(json("{\"dynamic\":false}"))).isEmpty();
        assertThat(TargetMark.in(
                        json("{\"_meta\":{\"shardstream\":{\"source_uuid\":\"u\",\"version_mode\":\"new\"}}}")))
                .isEmpty();
    }

    @Test
    void customRoutingKeepsTheHashRangesWhereTheShardsAllowIt() {
        assertThat(settingsFor(6).path("index.number_of_routing_shards").asInt())
                .isEqualTo(768);
        assertThat(settingsFor(5).has("index.number_of_routing_shards")).isFalse();
    }

    /// As Elasticsearch 7 to 9 and OpenSearch do it: 1 << 10, 3 << 8, 5 << 7, 6 << 7, 1000 << 1.
    @Test
    void aTargetThatIsStillToBeMadeHasTheHashRangesThatTheServerWillGiveIt() {
        assertThat(rangesOf(1, false, "{}")).isEqualTo(1024);
        assertThat(rangesOf(5, false, "{}")).isEqualTo(640);
        assertThat(rangesOf(5, true, "{}")).isEqualTo(640);
        assertThat(rangesOf(6, true, "{}")).isEqualTo(768);
        assertThat(rangesOf(1024, false, "{}")).isEqualTo(2048);
        assertThat(rangesOf(1000, false, "{}")).isEqualTo(2000);
        assertThat(rangesOf(1, true, "{}")).isEqualTo(768);
        assertThat(rangesOf(5, true, "{'number_of_routing_shards': 30}")).isEqualTo(30);
        assertThat(rangesOf(1, true, "{'number_of_routing_shards': null}")).isEqualTo(1024);
    }

    private static int rangesOf(int shards, boolean keepRouting, String settings) {
        TargetSettings wish = wish(settings, OptionalInt.of(shards), OptionalInt.empty(), Optional.empty());
        return WantedTarget.created(SOURCE, wish, keepRouting, SERVERS)
                .description()
                .routingNumShards();
    }

    private static JsonNode settingsFor(int shards) {
        TargetSettings wish = wish("{}", OptionalInt.of(shards), OptionalInt.empty(), Optional.empty());
        return json(new TargetDefinition(SOURCE, wish, true, SERVERS, false)
                        .body("Shardstream-run", MARK)
                        .utf8())
                .path("settings");
    }

    private static JsonNode define(
            String settings, OptionalInt shards, OptionalInt replicas, Optional<JsonNode> mappings) {
        TargetSettings wish = wish(settings, shards, replicas, mappings);
        return json(new TargetDefinition(SOURCE, wish, false, SERVERS, false)
                .body("Shardstream-run", MARK)
                .utf8());
    }

    private static TargetSettings wish(
            String settings, OptionalInt shards, OptionalInt replicas, Optional<JsonNode> mappings) {
        return TargetSettings.of("cities-v2", shards, replicas, json(settings.replace('\'', '"')), mappings);
    }

    private static JsonNode json(String text) {
        return MAPPER.readTree(text);
    }
}
