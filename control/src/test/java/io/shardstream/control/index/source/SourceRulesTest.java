package io.shardstream.control.index.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

class SourceRulesTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Server SERVER = new Server(Server.ELASTICSEARCH, "9.5.3");

    @ParameterizedTest
    @CsvSource({
        "Elasticsearch, 9.5.3, 7172999, true",
        "Elasticsearch, 9.5.3, 8536000, false",
        "Elasticsearch, 9.5.3, 9039000, false",
        "Elasticsearch, 8.19.21, 7172999, false",
        "Elasticsearch, 8.19.21, 6082399, true",
        "OpenSearch, 3.8.0, 136408227, false",
        "OpenSearch, 3.8.0, 7100299, false"
    })
    void anIndexThatItsServerOnlyReadsIsRefused(
            String distribution, String version, String created, boolean isRefused) {
        assertThat(SourceRules.problemOf(
                                index("{}", 1),
                                Map.of("index.version.created", created),
                                new Server(distribution, version))
                        .filter(problem -> problem.contains("only reads and never refreshes"))
                        .isPresent())
                .isEqualTo(isRefused);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'_source':{'enabled':false}} | has _source disabled",
                "{'_source':{'mode':'disabled'}} | has _source disabled",
                "{'_source':{'excludes':['secret.*']}} | keeps only parts of _source",
                "{'_source':{'includes':['a']}} | keeps only parts of _source",
                "{'_source':{'mode':'synthetic'}} | has a synthetic _source"
            })
    void aSourceThatIsNotWholeIsRefused(String mappings, String problem) {
        assertThat(SourceRules.problemOf(index(mappings, 1), Map.of(), SERVER).orElseThrow())
                .startsWith("Source index 'cities' " + problem);
        assertThat(SourceRules.problemOfTarget(index(mappings, 1), Map.of()).orElseThrow())
                .startsWith("Target index 'cities' " + problem);
    }

    @ParameterizedTest
    @CsvSource({
        "index.mapping.source.mode, SYNTHETIC, has a synthetic _source",
        "index.mode, time_series, is a time series index",
        "index.mode, columnar, has index.mode columnar",
        "index.derived_source.enabled, true, has a derived _source",
        "index.mapping.source.mode, new, has the _source mode 'new'",
        "index.disable_sequence_numbers, true, has its sequence numbers disabled",
        "index.ingestion_source.type, kafka, reads documents from a stream by itself",
        "index.store.type, snapshot, is mounted from a snapshot (index.store.type snapshot)",
        "index.store.type, remote_snapshot, is mounted from a snapshot (index.store.type remote_snapshot)",
        "index.frozen, true, is frozen (index.frozen)"
    })
    void settingsThatKeepItFromBeingReadAreRefused(String name, String value, String problem) {
        assertThat(SourceRules.problemOf(index("{}", 1), Map.of(name, value), SERVER)
                        .orElseThrow())
                .startsWith("Source index 'cities' " + problem);
    }

    @Test
    void aSourceThatReadsFromNoStreamIsOrdinary() {
        assertThat(SourceRules.problemOf(index("{}", 1), Map.of("index.ingestion_source.type", "none"), SERVER))
                .isEmpty();
    }

    @Test
    void numbersWithoutPointsAreReadInSlices() {
        assertThat(SourceRules.readInSlices(Map.of("index.seq_no.index_options", "DOC_VALUES_ONLY")))
                .isTrue();
        assertThat(SourceRules.readInSlices(Map.of("index.seq_no.index_options", "points_and_doc_values")))
                .isFalse();
        assertThat(SourceRules.readInSlices(Map.of())).isFalse();
    }

    @Test
    void moreShardsThanAVersionWordCanNameAreRefused() {
        assertThat(SourceRules.problemOf(index("{}", 1025), Map.of(), SERVER).orElseThrow())
                .contains("has 1025 shards");
        assertThat(SourceRules.problemOf(index("{}", 1024), Map.of(), SERVER)).isEmpty();
    }

    @Test
    void aTargetWithMoreShardsThanARunHasPartitionsIsRefused() {
        assertThat(SourceRules.problemOfTarget(index("{}", 1025), Map.of()))
                .contains("Target index 'cities' has 1025 shards; at most 1024 can be written to. Delete it, or name"
                        + " another.");
        assertThat(SourceRules.problemOfTarget(index("{}", 1024), Map.of())).isEmpty();
    }

    @Test
    void anOrdinaryIndexIsNot() {
        Map<String, String> defaults = Map.of(
                "index.mapping.source.mode", "STORED",
                "index.mode", "standard",
                "index.store.type", "hybridfs",
                "index.frozen", "false",
                "index.disable_sequence_numbers", "false",
                "index.seq_no.index_options", "POINTS_AND_DOC_VALUES");
        assertThat(SourceRules.problemOf(index("{'_source':{'enabled':true},'properties':{}}", 3), defaults, SERVER))
                .isEmpty();
    }

    @Test
    void theTargetOfARunThatWritesToItIsNoSource() {
        assertThat(SourceRules.problemOfRun(withAlias("Shardstream-other-Write-x", "Shardstream-before-Block-x-1-1")))
                .hasValueSatisfying(problem -> assertThat(problem)
                        .contains(
                                "is the target of run 'other', which writes to it",
                                "take its alias 'Shardstream-other-Write-x' off the index"));
        assertThat(SourceRules.problemOfRun(withAlias("Shardstream-other-Swap-x-1-1")))
                .isPresent();
        assertThat(SourceRules.problemOfRun(withAlias("Shardstream-other-Live")))
                .isEmpty();
        assertThat(SourceRules.problemOfRun(withAlias("Shardstream-other-Block-x-1-1")))
                .isEmpty();
        assertThat(SourceRules.problemOfRun(withAlias("products"))).isEmpty();
    }

    private static IndexDescription withAlias(String... aliases) {
        return new IndexDescription("cities", Map.of(), new JsonMapper().createObjectNode(), Set.of(aliases), 1024);
    }

    private static IndexDescription index(String mappings, int shards) {
        return new IndexDescription(
                "cities",
                Map.of("index.number_of_shards", StringNode.valueOf(Integer.toString(shards))),
                MAPPER.readTree(mappings.replace('\'', '"')),
                Set.of(),
                1024);
    }

    @Test
    void whatIsNotKnownToKeepSourceIsRefusedOnBothSides() {
        IndexDescription packed = index("{'_source':{'packed':true}}", 1);
        assertThat(SourceRules.problemOf(packed, Map.of(), SERVER).orElseThrow())
                .contains("the _source parameter 'packed'", "not known whether documents are kept");
        assertThat(SourceRules.problemOfTarget(packed, Map.of())).isPresent();
        IndexDescription plain = index("{'_source':{}}", 1);
        assertThat(SourceRules.problemOfTarget(plain, Map.of("index.mode", "logsdb")))
                .isPresent();
        assertThat(SourceRules.problemOfTarget(plain, Map.of("index.mode", "lookup")))
                .isEmpty();
        assertThat(SourceRules.problemOfTarget(plain, Map.of("index.mapping.source.mode", "STORED")))
                .isEmpty();
    }

    @Test
    void aTargetThatTakesNoUpdatesOrReadsAStreamByItselfIsRefused() {
        IndexDescription plain = index("{}", 1);
        assertThat(SourceRules.problemOfTarget(plain, Map.of("index.append_only.enabled", "true")))
                .isPresent();
        assertThat(SourceRules.problemOfTarget(plain, Map.of("index.ingestion_source.type", "kafka")))
                .isPresent();
        assertThat(SourceRules.problemOfTarget(plain, Map.of("index.ingestion_source.type", "none")))
                .isEmpty();
        assertThat(SourceRules.problemOf(plain, Map.of("index.append_only.enabled", "true"), SERVER))
                .isEmpty();
    }

    /// A target without numbers would be filled, and no sweep could ever carry a delete to it.
    @Test
    void aTargetWithoutSequenceNumbersIsRefused() {
        IndexDescription plain = index("{}", 1);
        assertThat(SourceRules.problemOfTarget(plain, Map.of("index.disable_sequence_numbers", "true")))
                .hasValueSatisfying(problem -> assertThat(problem)
                        .startsWith("Target index 'cities' has its sequence numbers disabled"
                                + " (index.disable_sequence_numbers): a target must")
                        .contains("number what is written to it"));
        assertThat(SourceRules.problemOfTarget(plain, Map.of("index.disable_sequence_numbers", "false")))
                .isEmpty();
    }
}
