package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// C-06, C-13, C-22, C-24, C-25, C-64 and C-105: what a swap would meet is told before anything is blocked.
@RealServers
class RequirementsServersTest {
    private static final String NESTED = "{\"properties\":{\"parts\":{\"type\":\"nested\"}}}";
    private static final String OBJECT =
            "{\"properties\":{\"parts\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"long\"}}}}}";

    @Tag("long")
    @Test
    void whatProductionWouldNoticeIsToldAndAcceptedByName() {
        try (FollowedRun run = FollowedRun.catchingUp()) {
            run.run.awaitCaughtUp();
            run.rest().put("/" + run.source() + "/_mapping", NESTED);
            run.rest().put("/" + run.target() + "/_mapping", OBJECT);
            String alias = run.alias() + "-parts";
            run.rest().post("/_aliases", """
                    {"actions": [{"add": {"index": "%s", "alias": "%s", "filter":
                      {"nested": {"path": "parts", "query": {"exists": {"field": "parts.n"}}}}}}]}
                    """.formatted(run.source(), alias));
            Map<String, JsonNode> before = run.aliases(run.source());
            for (String option : List.of("--dry-run", "--force")) {
                assertThat(refused(run, option))
                        .contains("the target cannot have alias '" + alias + "' as the source has it", "nested");
                run.assertNotCutOver(before);
            }

            run.rest().delete("/" + run.source() + "/_alias/" + alias);
            before = run.aliases(run.source());
            // The target does not take the source's change: somebody has to look, and to go on with it.
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> {
                        assertThat(run.run.command("resume").code()).isZero();
                        assertThat(refused(run, "--dry-run")).contains("parts (nested → object)");
                    });
            for (String option : List.of("--dry-run", "--force", "--accept-difference=other")) {
                assertThat(refused(run, option)).contains("parts (nested → object)");
                run.assertNotCutOver(before);
            }
            assertThat(refused(run, "--dry-run")).contains("--accept-difference 'parts'");

            run.cutOver("--accept-difference", "parts");
            assertThat(run.aliases(run.target())).isEqualTo(before);
            assertThat(run.signedOff().verdict()).endsWith("has otherwise: parts");

            writeAsProduction(run);
        }
    }

    /// Nobody but production is to judge that.
    private static void writeAsProduction(FollowedRun run) {
        run.rest().put("/" + run.alias() + "/_doc/theirs", "{\"kind\":\"new\"}");
        run.rest().put("/" + run.alias() + "/_doc/new-1", "{\"kind\":\"changed\"}");
        run.rest().delete("/" + run.alias() + "/_doc/new-3?refresh=true");

        CopyRun.Output verified = run.run.command("verify", "--content", "all");

        assertThat(verified.code()).as(verified.text()).isZero();
        assertThat(verified.text())
                .contains("Production has written 3 operations to the target since the swap: not judged.")
                .doesNotContain("delete it");
    }

    @Test
    void replicasThatAreBuiltLaterAreAllThereBeforeProductionIsTouched() {
        try (FollowedRun run = FollowedRun.prepared("""
                replicas: 1
                replicas-while-copying: 0
                settings: {routing.allocation.enable: primaries}""")) {
            run.run.startHere("control");
            run.run.awaitPhase(Phase.BACKFILL);
            assertThat(replicas(run)).isEqualTo("0");
            assertThat(run.run.command("doctor").text()).doesNotContain("[copies-differ]", "[no-replicas]");

            run.run.startHere("reader");
            run.run.startHere("writer");
            run.run.awaitPhase(Phase.CATCHING_UP);
            run.run.awaitCaughtUp();
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .until(() -> replicas(run).equals("1"));
            Map<String, JsonNode> before = run.aliases(run.source());
            assertThat(refused(run, "--dry-run"))
                    .contains("is yellow and not green: 5 of the 10 copies of its shards are missing (0 being built, 5"
                            + " not assigned to a node)");
            assertThat(run.run.command("cutover").code()).isEqualTo(1);
            run.assertNotCutOver(before);

            run.rest().put("/" + run.target() + "/_settings", "{\"index.routing.allocation.enable\":null}");
            run.rest().get("/_cluster/health/" + run.target() + "?wait_for_status=green&timeout=60s");
            run.cutOver();
            run.assertCutOver(before);
            assertThat(replicas(run)).isEqualTo("1");
        }
    }

    private static String replicas(FollowedRun run) {
        return run.rest()
                .get("/" + run.target() + "/_settings?flat_settings=true")
                .path(run.target())
                .path("settings")
                .path("index.number_of_replicas")
                .asString("");
    }

    @Test
    void aRoutingThatOnlyTheSourceRequiresBlocksThePlanAndTheCutOver() {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":2", "{\"_routing\":{\"required\":true}}")
                .withTarget("replicas: 0\nmappings: {properties: {kind: {type: keyword}}}")
                .following()) {
            CopyRun.Output plan = run.command("plan", "--sample", "0s");
            assertThat(plan.code()).as(plan.text()).isEqualTo(3);
            assertThat(plan.text()).contains("_routing.required", "could not be cut over");

            Stream.of("control", "reader", "writer").forEach(run::startHere);
            run.awaitPhase(Phase.CATCHING_UP);
            for (String option : List.of("--dry-run", "--force", "--accept-difference=_routing.required")) {
                CopyRun.Output refused = run.command("cutover", option);
                assertThat(refused.code()).as(refused.text()).isEqualTo(1);
                assertThat(refused.text())
                        .contains("the source refuses writes without a routing", "Nothing was changed");
            }
        }
    }

    @Tag("long")
    @Test
    void aBlockOfEitherSideOrOfItsClusterIsToldAndNothingIsBlocked() {
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.standard(), 1, 512);
                FollowedRun run = FollowedRun.prepared(CopyRun.on(cluster), "\"number_of_shards\":2", "replicas: 0")) {
            run.follow();
            run.run.awaitCaughtUp();
            Map<String, JsonNode> before = run.aliases(run.source());
            for (String index : List.of(run.target(), run.source())) {
                for (String block : List.of("read_only", "read", "metadata", "write")) {
                    String told = block.equals("write") ? "write block" : "has the block";
                    set(run.rest(), "/" + index + "/_settings", "index.blocks." + block, "true");
                    assertThat(refused(run, "--dry-run")).contains("'" + index + "'", told);
                    if (!block.equals("write")) {
                        assertThat(refused(run, "--force")).contains("'" + index + "'", told);
                    }
                    set(run.rest(), "/" + index + "/_settings", "index.blocks." + block, "null");
                }
            }
            setOfCluster(run.rest(), "cluster.blocks.read_only", "true");
            assertThat(refused(run, "--dry-run")).contains("the cluster of '" + run.target() + "' has the block");
            assertThat(refused(run, "--force")).contains("the cluster of '" + run.source() + "' has the block");
            setOfCluster(run.rest(), "cluster.blocks.read_only", "null");

            run.run.awaitCaughtUp();
            run.assertNotCutOver(before);
            run.cutOver();
            run.assertCutOver(before);
        }
    }

    /// The cluster blocks the indices of a node whose disk is fuller than that (`read_only_allow_delete`), and lifts
    /// that block by itself.
    @Tag("long")
    @Test
    void aDiskThatIsTooFullIsToldWithWhatLiftsTheBlock() {
        try (ProxiedCluster cluster = ProxiedCluster.start(
                        SearchServerVersion.standard(), 1, 512, Map.of("cluster.info.update.interval", "10s"));
                FollowedRun run = FollowedRun.prepared(CopyRun.on(cluster), "\"number_of_shards\":2", "replicas: 0")) {
            run.follow();
            run.run.awaitCaughtUp();
            Map<String, JsonNode> before = run.aliases(run.source());
            String watermark = "cluster.routing.allocation.disk.watermark.";
            run.rest().put("/_cluster/settings", """
                    {"persistent": {"%slow": "1b", "%shigh": "1b", "%sflood_stage": "1b",
                      "cluster.routing.allocation.disk.threshold_enabled": true}}
                    """.formatted(watermark, watermark, watermark));
            run.rest().put("/_cluster/settings", """
                    {"persistent": {"%slow": "900tb", "%shigh": "900tb", "%sflood_stage": "900tb"}}
                    """.formatted(watermark, watermark, watermark));
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .until(() -> run.rest()
                            .get("/" + run.target() + "/_settings?flat_settings=true")
                            .toString()
                            .contains("read_only_allow_delete"));

            for (String option : List.of("--dry-run", "--force")) {
                assertThat(refused(run, option))
                        .contains("'" + run.target() + "' has the block", "make room on the disks");
            }

            run.rest().put("/_cluster/settings", """
                    {"persistent": {"%slow": "1b", "%shigh": "1b", "%sflood_stage": "1b"}}
                    """.formatted(watermark, watermark, watermark));
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .until(() -> !run.rest()
                            .get("/" + run.target() + "/_settings?flat_settings=true")
                            .toString()
                            .contains("read_only_allow_delete"));
            run.run.awaitCaughtUp();
            run.assertNotCutOver(before);
            run.cutOver();
        }
    }

    /// OpenSearch, since the tests' Elasticsearch has no data streams.
    @Tag("long")
    @Test
    void aNameOfProductionThatTheTargetsClusterHasAlreadyIsTold() {
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.OPENSEARCH_3, 1, 512);
                FollowedRun run = FollowedRun.prepared(
                        CopyRun.create().into(cluster, 0), "\"number_of_shards\":2", "replicas: 0")) {
            Rest there = cluster.rest();
            there.put("/" + run.alias(), "{\"settings\":{\"number_of_replicas\":0}}");
            CopyRun.Output plan = run.run.command("plan", "--sample", "0s");
            assertThat(plan.code()).as(plan.text()).isEqualTo(3);
            assertThat(plan.text()).contains("an index is called '" + run.alias() + "'");
            run.follow();
            run.run.awaitCaughtUp();
            for (String option : List.of("--dry-run", "--force")) {
                assertThat(refused(run, option)).contains("an index is called '" + run.alias() + "'");
            }
            there.delete("/" + run.alias());

            there.put("/_index_template/streams", """
                    {"index_patterns": ["%s"], "data_stream": {}, "priority": 500}
                    """.formatted(run.alias()));
            there.put("/_data_stream/" + run.alias(), "");
            assertThat(refused(run, "--dry-run")).contains("'" + run.alias() + "' is a data stream");
            there.delete("/_data_stream/" + run.alias());

            there.put(
                    "/old",
                    "{\"settings\":{\"number_of_replicas\":0},\"aliases\":{\"%s\":{\"is_write_index\":true}}}"
                            .formatted(run.alias()));
            for (String option : List.of("--dry-run", "--force")) {
                assertThat(refused(run, option)).contains("alias '" + run.alias() + "' is on 'old'");
            }
            there.delete("/old");

            // Clients of the source's cluster find more than the source by it.
            String archive = run.source() + "-archive";
            run.rest()
                    .put(
                            "/" + archive,
                            "{\"settings\":{\"number_of_replicas\":0},\"aliases\":{\"%s\":{}}}".formatted(run.alias()));
            assertThat(run.run.command("plan", "--sample", "0s").text().replaceAll("\\s+", " "))
                    .contains("[alias-group-left-behind]", "it also points to '" + archive + "'");
            assertThat(refused(run, "--force")).contains("--accept-difference 'group-alias:" + run.alias() + "'");
            run.rest().delete("/" + archive);

            there.put("/_cluster/settings", "{\"persistent\":{\"search.max_buckets\":3}}");
            assertThat(run.run.command("plan", "--sample", "0s").text())
                    .contains("[cluster-settings-differ]", "cluster setting search.max_buckets (65536 → 3)");
            assertThat(refused(run, "--force")).contains("--accept-difference 'cluster:search.max_buckets'");
            assertThat(run.takesWrites(run.source())).isTrue();
        }
    }

    /// Public reports 5 and 7: the names are the same on both sides, and what they stand for is not.
    @Tag("long")
    @Test
    void whatOnlyTheSourcesClusterHasIsToldAndAcceptedByName() {
        String stamp = "stamp-of-the-source";
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.standard(), 1, 512);
                FollowedRun run = FollowedRun.prepared(
                        CopyRun.create().into(cluster, 0),
                        "\"number_of_shards\":2",
                        "replicas: 0\nsettings: {index.default_pipeline: " + stamp + "}")) {
            run.rest().put("/_ingest/pipeline/" + stamp, "{\"processors\":[]}");
            set(run.rest(), "/" + run.source() + "/_settings", "index.default_pipeline", "\"" + stamp + "\"");
            // The tests' servers have no policies, and know the date all the same.
            set(run.rest(), "/" + run.source() + "/_settings", "index.lifecycle.origination_date", "1600000000000");
            assertThat(run.run.command("plan", "--sample", "0s").text())
                    .contains(
                            "[reference-differs]", "_ingest/pipeline/" + stamp + " (only the source's cluster has it)");
            run.follow();
            run.run.awaitCaughtUp();
            for (String option : List.of("--dry-run", "--force")) {
                assertThat(refused(run, option))
                        .contains(
                                "_ingest/pipeline/" + stamp + " (only the source's cluster has it)",
                                "index.lifecycle.origination_date (1600000000000 → not set)");
            }

            run.cutOver(
                    "--accept-difference",
                    "_ingest/pipeline/" + stamp,
                    "--accept-difference",
                    "index.lifecycle.origination_date");
            Rest there = cluster.rest();
            assertThat(there.send("PUT", "/" + run.target() + "/_doc/theirs", "{}")
                            .status())
                    .isEqualTo(400);
            there.put("/_ingest/pipeline/" + stamp, "{\"processors\":[]}");
            there.put("/" + run.target() + "/_doc/theirs", "{}");
        }
    }

    private static String refused(FollowedRun run, String option) {
        CopyRun.Output refused = run.run.command("cutover", option);
        assertThat(refused.code()).as(refused.text()).isEqualTo(1);
        assertThat(refused.text()).contains("Not cut over", "Nothing was changed");
        return refused.text();
    }

    private static void set(Rest rest, String place, String setting, String value) {
        rest.put(place, "{\"" + setting + "\":" + value + "}");
    }

    private static void setOfCluster(Rest rest, String setting, String value) {
        rest.put("/_cluster/settings", "{\"persistent\":{\"" + setting + "\":" + value + "}}");
    }
}
