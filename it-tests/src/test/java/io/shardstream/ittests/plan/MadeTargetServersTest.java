package io.shardstream.ittests.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.localcluster.search.SearchServerVersion;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A target that `run` makes on real servers is what was asked for, or none is made.
@RealServers
class MadeTargetServersTest {
    private static final String SOUND = "replicas: 0";
    private static final String NO_SAMPLE = "0s";

    /// C-55: the server sets a private setting (`index.verified_read_only`) that no request may set.
    @Test
    void aSourceThatWasBlockedByCallIsCopied() {
        try (CopyRun run = source()) {
            run.rest().put("/" + run.source() + "/_block/write", "");
            assertThat(plan(run).blocked()).isEmpty();
            assertThat(run.command("run").code()).isZero();
            run.assertCopied();
        }
    }

    /// C-11: production would search both, and write to the copy.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            /_index_template/ | 'priority': 500, 'template': {'aliases': {'%s': {}}}
            /_index_template/ | 'priority': 500, 'template': {'aliases': {'%s': {'is_write_index': true}}}
            /_template/ | 'aliases': {'%s': {}}
            /_template/ | 'order': 3, 'aliases': {'%s': {'is_write_index': true}}
            """)
    void aTemplateThatWouldPutTheTargetIntoProductionsAlias(String templates, String definition) {
        try (CopyRun run = source()) {
            String alias = "production-of-" + run.target();
            String template = templates + run.target() + ".v1";
            run.rest().put("/" + run.source() + "/_alias/" + alias, "");
            run.rest().put(template, template(run.target(), definition.formatted(alias)));
            try {
                assertThat(plan(run).blocked()).containsExactly("aliases");
                assertRefused(run, "'" + run.target() + ".v1' would give target index", alias);
                assertThat(run.rest().get("/_alias/" + alias).propertyNames()).containsExactly(run.source());
            } finally {
                run.rest().delete(template);
            }
        }
    }

    /// C-118.
    @Test
    void aTemplateOfDataStreams() {
        try (CopyRun run = source()) {
            String template = "/_index_template/" + run.target();
            run.rest().put(template, template(run.target(), "'priority': 500, 'data_stream': {}"));
            try {
                assertThat(plan(run).blocked()).containsExactly("template");
                assertRefused(run, "makes data streams only", "Name a target index that the template does not match");
            } finally {
                run.rest().delete(template);
            }
        }
    }

    /// C-09 with what Elasticsearch has of that kind without a licence.
    @Test
    void aTemplateUnderWhichTheTargetKeepsPartsOfItsDocuments() {
        try (CopyRun run = source()) {
            String template = "/_index_template/" + run.target();
            run.rest()
                    .put(
                            template,
                            template(
                                    run.target(),
                                    "'priority': 500, 'template': {'mappings': {'_source': {'excludes': ['n']}}}"));
            try {
                assertThat(plan(run).blocked()).containsExactly("_source");
                assertRefused(run, "Index template '" + run.target() + "' would make", "keeps only parts of _source");
            } finally {
                run.rest().delete(template);
            }
        }
    }

    /// C-112.
    @Test
    void anEmptyIndexOfSomebodyElseIsAsTheRunFileSaysOrIsAgreedTo() {
        try (CopyRun run = source()) {
            run.targetRest()
                    .put(
                            "/" + run.target(),
                            "{\"settings\":{\"number_of_shards\":5,\"number_of_replicas\":1},\"mappings\":{\"properties\":"
                                    + "{\"n\":{\"type\":\"long\"}}}}");
            String wish = SOUND + "\nsettings: {refresh_interval: 30s}\nmappings: {properties: {n: {type: keyword}}}";
            run.withTarget(wish);
            assertThat(plan(run).blocked()).containsExactly("target");
            CopyRun.Output refused = run.command("run");
            assertThat(refused.code()).isNotZero();
            assertThat(refused.text())
                    .contains(
                            "index.number_of_replicas is 1 and not 0",
                            "index.refresh_interval is ",
                            "n (keyword → long)",
                            "target.accept-as-it-is: true");

            run.withTarget(wish + "\naccept-as-it-is: true");
            CopyRun.Output agreed = run.command("run");
            assertThat(agreed.code()).as(agreed.text()).isZero();
            assertThat(setting(run, "index.refresh_interval")).isEmpty();
        }
    }

    /// C-120 and C-121.
    @Test
    void nullsInVainAndOtherTreatmentOfNewFieldsAreTold() {
        try (CopyRun run = source()) {
            run.withTarget(
                    SOUND
                            + "\nsettings: {sort: null}\nmappings: {dynamic: false, properties: {n: {type: long}, m: {type: long}}}");
            assertThat(plan(run).findings())
                    .extracting(Plan.Finding::what)
                    .anyMatch(what -> what.endsWith("settings that the source does not have: index.sort."))
                    .anyMatch(what -> what.endsWith("the index (dynamic: true → false)."))
                    .anyMatch(what -> what.equals("Fields that only the target maps: m."));
        }
    }

    /// C-16: an index that was a target before has versions of 2^50 and more.
    @Test
    void versionsThatAnEarlierRunHasWrittenProveNothing() {
        try (CopyRun first = source()) {
            assertThat(first.withTarget(SOUND).command("run").code()).isZero();
            try (CopyRun run = first.next().withTarget(SOUND).withLines("follow: true\nversion: {mode: source}")) {
                assertThat(plan(run).blocked()).containsExactly("version.mode");
                assertThat(FoundCodes.planned(run)).contains("warns target-writes-deleted");
                assertRefused(run, "as those that a run of Shardstream has written may", "version.mode: seqno");
            }
        }
    }

    /// C-123: new indices leave vectors out of what they answer, unless they say otherwise.
    @Test
    void aTargetAnswersWithVectorsAsItsSourceDoes() {
        String vectors = "{\"properties\":{\"v\":{\"type\":\"dense_vector\",\"dims\":3}}}";
        try (CopyRun run = CopyRun.create()
                .withTarget(SOUND)
                .withSource("\"number_of_shards\":1,\"mapping.exclude_source_vectors\":false", vectors)) {
            run.rest().put("/" + run.source() + "/_doc/1?refresh=true", "{\"v\":[0.5,10,6]}");
            assertThat(run.command("run").code()).isZero();
            assertThat(run.targetRest()
                            .get("/" + run.target() + "/_doc/1")
                            .path("_source")
                            .toString())
                    .isEqualTo("{\"v\":[0.5,10,6]}");
        }
    }

    /// C-08 and C-10 on the server that has these settings.
    @Test
    @Tag("long")
    void onOpenSearchADerivedSourceIsRefusedAndAppendOnlyIsNotCarried() throws Exception {
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.OPENSEARCH_3, 1, 512)) {
            try (CopyRun run = CopyRun.on(cluster)
                    .withTarget(SOUND)
                    .withSource("\"number_of_shards\":3,\"derived_source.enabled\":true", "{}")) {
                assertThat(plan(run).blocked()).contains("_source");
                assertRefused(run, "has a derived _source", "");
            }
            try (CopyRun run = CopyRun.on(cluster)
                    .withTarget(SOUND + "\nsettings: {derived_source.enabled: true}")
                    .withSource()) {
                assertThat(plan(run).blocked()).contains("_source");
                assertRefused(run, "has a derived _source", "");
            }
            try (CopyRun run = CopyRun.on(cluster).withTarget(SOUND).withSource()) {
                String template = "/_index_template/" + run.target();
                run.rest()
                        .put(
                                template,
                                template(
                                        run.target(),
                                        "'priority': 500, 'template': {'settings': {'index.derived_source.enabled': true}}"));
                assertThat(plan(run).blocked()).contains("_source");
                assertRefused(run, "Index template '" + run.target() + "' would make", "has a derived _source");
                run.rest().delete(template);
            }
            try (CopyRun run = CopyRun.on(cluster)
                    .withTarget(SOUND)
                    .withSource("\"number_of_shards\":3,\"append_only.enabled\":true", "{}")) {
                for (int i = 0; i < 20; i++) {
                    run.rest().post("/" + run.source() + "/_doc?refresh=true", "{\"n\":" + i + "}");
                }
                assertThat(plan(run).findings())
                        .filteredOn(finding -> finding.topic().equals("left-out-settings"))
                        .singleElement()
                        .matches(finding -> finding.what().contains("index.append_only.enabled (true)"));
                assertThat(run.command("run").code()).isZero();
                run.assertCopied();
            }
        }
    }

    /// C-43.
    @Test
    void aTemplateThatMakesTheServerRefuseTheTargetIsNamed() {
        try (CopyRun run = source()) {
            String template = "/_index_template/" + run.target();
            run.rest()
                    .put(
                            template,
                            template(
                                    run.target(),
                                    "'priority': 500, 'template': {'settings': {'index.number_of_routing_shards': 7}}"));
            try {
                assertRefused(
                        run,
                        "The target refuses to create index '" + run.target() + "'",
                        "index template '" + run.target() + "', which adds ");
            } finally {
                run.rest().delete(template);
            }
        }
    }

    /// C-34: Elasticsearch 7 gives each shard ranges of hashes, 9.5 takes the remainder.
    @Test
    @Tag("long")
    void aTargetWhoseServerRoutesOtherwiseIsRefusedBeforeItIsMade() throws Exception {
        try (ProxiedCluster seven = ProxiedCluster.start(SearchServerVersion.ELASTICSEARCH_7, 1, 512);
                CopyRun run = CopyRun.on(seven)
                        .into(Servers.cluster(), 0)
                        .withTarget(SOUND)
                        .intoShards(6)
                        .withSource()) {
            run.rest().put("/" + run.source() + "/_doc/1?refresh=true&routing=elsewhere", "{}");
            assertThat(plan(run).blocked()).containsExactly("routing");
            assertRefused(run, "finds the shard of a routing in another way than the source's did");
            run.withSourceLines("ids-unique-across-routings: true").withTarget(SOUND);
            assertThat(plan(run).blocked()).isEmpty();
        }
    }

    /// C-36.
    @Test
    @Tag("long")
    void kindsOfFieldsThatTheTargetsServerLacksAreNamedAtOnce() throws Exception {
        String kinds = "{\"properties\":{\"f\":{\"type\":\"flattened\"},"
                + "\"v\":{\"type\":\"dense_vector\",\"dims\":3}},\"runtime\":{\"r\":{\"type\":\"long\"}}}";
        try (ProxiedCluster other = ProxiedCluster.start(SearchServerVersion.OPENSEARCH_3, 1, 512);
                CopyRun run =
                        CopyRun.create().into(other, 0).withTarget(SOUND).withSource("\"number_of_shards\":1", kinds)) {
            run.rest().put("/" + run.source() + "/_doc/1?refresh=true", "{\"f\":{\"a\":\"b\"}}");
            Plan plan = plan(run);
            assertThat(plan.findings())
                    .filteredOn(finding -> finding.code().equals("field-kinds-missing"))
                    .singleElement()
                    .matches(finding -> finding.what().endsWith("'f' (flattened), 'r' (runtime), 'v' (dense_vector)."));
            assertThat(plan.blocked()).containsExactly("mapping");
            assertRefused(run, "'f' (flattened), 'r' (runtime), 'v' (dense_vector). Give the target a mapping");

            run.withTarget(SOUND + "\nmappings: {properties: {f: {type: flat_object}, v: {type: float}}}");
            assertThat(plan(run).findings()).extracting(Plan.Finding::code).doesNotContain("field-kinds-missing");
        }
    }

    private static CopyRun source() {
        CopyRun run = CopyRun.create().withTarget(SOUND).withSource();
        for (int i = 0; i < 20; i++) {
            run.rest().put("/" + run.source() + "/_doc/" + i + "?refresh=true", "{\"n\":" + i + "}");
        }
        return run;
    }

    private static Plan plan(CopyRun run) {
        return Plan.of(run, "--sample", NO_SAMPLE);
    }

    private static String template(String index, String definition) {
        return ("{'index_patterns': ['" + index + "'], " + definition + "}").replace('\'', '"');
    }

    private static String setting(CopyRun run, String name) {
        return run.targetRest()
                .get("/" + run.target() + "/_settings?flat_settings=true")
                .path(run.target())
                .path("settings")
                .path(name)
                .asString("");
    }

    private static void assertRefused(CopyRun run, String... words) {
        CopyRun.Output output = run.command("run");
        assertThat(output.code()).as(output.text()).isNotZero();
        assertThat(output.text()).contains(words);
        assertThat(run.targetRest().send("GET", "/" + run.target(), "").status())
                .isEqualTo(404);
    }
}
