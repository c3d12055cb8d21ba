package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CarriedSettingsTest {
    private static final Server SEVEN = new Server(Server.ELASTICSEARCH, "7.17.29");
    private static final Server EIGHT = new Server(Server.ELASTICSEARCH, "8.19.21");
    private static final Server NINE = new Server(Server.ELASTICSEARCH, "9.5.3");
    private static final Server OPEN = new Server(Server.OPENSEARCH, "3.8.0");
    private static final String VECTORS = "index.mapping.exclude_source_vectors";

    /// `PUT SRC/_block/write` of Elasticsearch sets it, and no request may.
    @Test
    void aSourceThatWasBlockedByCallIsCopiedWithoutAWord() {
        IndexDescription source = index("'index.verified_read_only':'true','index.blocks.write':'true'");
        CarriedSettings carried = between(NINE, NINE);
        assertThat(carried.of(source.settings())).isEmpty();
        assertThat(carried.leftOut(source)).isEmpty();
    }

    @Test
    void whatIsNotKnownIsLeftOutAndNamed() {
        IndexDescription source = index("'index.append_only.enabled':'true','index.ingestion_source.type':'kafka',"
                + "'index.some_plugin.key':'1','archived.index.old':'2','index.codec':'best_compression'");
        CarriedSettings carried = between(OPEN, OPEN);
        assertThat(carried.of(source.settings())).containsOnlyKeys("index.codec");
        assertThat(carried.leftOut(source))
                .containsExactly(
                        "archived.index.old",
                        "index.append_only.enabled",
                        "index.ingestion_source.type",
                        "index.some_plugin.key");
    }

    @Test
    void groupsWhoseNamesAreFreeAreCarriedAsTheyAre() {
        IndexDescription source = index("'index.analysis.analyzer.mine.type':'custom','index.similarity.x.type':'BM25',"
                + "'index.sort.field':'a','index.analysisx':'1'");
        assertThat(between(SEVEN, OPEN).of(source.settings()))
                .containsOnlyKeys("index.analysis.analyzer.mine.type", "index.similarity.x.type", "index.sort.field");
    }

    @Test
    void whatTheOtherServerDoesNotKnowIsLeftOut() {
        IndexDescription source = index("'index.mapping.total_fields.ignore_dynamic_beyond_limit':'true'");
        assertThat(between(EIGHT, NINE).of(source.settings())).hasSize(2);
        assertThat(between(EIGHT, OPEN).of(source.settings())).isEmpty();
        assertThat(between(EIGHT, OPEN).leftOut(source)).hasSize(1);
        IndexDescription packed = index("'index.codec':'zstd'");
        assertThat(between(OPEN, NINE).leftOut(packed)).containsExactly("index.codec");
        assertThat(between(OPEN, OPEN).leftOut(packed)).isEmpty();
    }

    @Test
    void ofAServerThatIsNotKnownOnlyWhatAllServersHaveIsCarried() {
        IndexDescription source = index("'index.refresh_interval':'30s','index.mode':'standard'");
        assertThat(between(new Server("", ""), NINE).of(source.settings()))
                .containsOnlyKeys("index.refresh_interval", VECTORS);
    }

    /// Elasticsearch 9.2 and later leave vectors out of what they answer, by default of new indices.
    @Test
    void aTargetAnswersWithVectorsAsItsSourceDoes() {
        assertThat(new CarriedSettings(EIGHT, NINE, Map.of()).of(Map.of()))
                .extractingByKey(VECTORS)
                .extracting(JsonNode::asString)
                .isEqualTo("false");
        assertThat(new CarriedSettings(NINE, NINE, Map.of(VECTORS, "false")).of(Map.of()))
                .containsKey(VECTORS);
        assertThat(new CarriedSettings(NINE, NINE, Map.of(VECTORS, "true")).of(Map.of()))
                .isEmpty();
        assertThat(new CarriedSettings(EIGHT, new Server(Server.ELASTICSEARCH, "9.1.0"), Map.of()).of(Map.of()))
                .isEmpty();
    }

    /// OpenSearch 3.0 and later keep no vectors of indices with k-NN, by default of new ones.
    @Test
    void aTargetWithKnnKeepsVectorsAsItsSourceDoes() {
        String derived = "index.knn.derived_source.enabled";
        IndexDescription source = index("'index.knn':'true'");
        assertThat(new CarriedSettings(OPEN, OPEN, Map.of()).of(source.settings()))
                .extractingByKey(derived)
                .extracting(JsonNode::asString)
                .isEqualTo("false");
        assertThat(new CarriedSettings(OPEN, OPEN, Map.of(derived, "true")).of(source.settings()))
                .containsOnlyKeys("index.knn");
        assertThat(new CarriedSettings(OPEN, new Server(Server.OPENSEARCH, "2.19.1"), Map.of()).of(source.settings()))
                .containsOnlyKeys("index.knn");
        assertThat(new CarriedSettings(OPEN, OPEN, Map.of()).of(Map.of())).isEmpty();
    }

    private static CarriedSettings between(Server source, Server target) {
        return new CarriedSettings(source, target, source.equals(NINE) ? Map.of(VECTORS, "true") : Map.of());
    }

    private static IndexDescription index(String settings) {
        JsonNode answer = new JsonMapper().readTree(("{'settings':{" + settings + "}}").replace('\'', '"'));
        return IndexDescription.of("cities", answer, 1024);
    }
}
