package io.shardstream.ittests.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Severities and codes of what `plan` and `doctor` find on real servers, many of them at once.
@RealServers
class FindingCodesTest {
    private static final String SOURCE = """
            {"properties": {
             "n": {"type": "long"},
             "gone": {"type": "long"},
             "kept": {"dynamic": false, "properties": {"a": {"type": "long"}}},
             "open": {"dynamic": true, "properties": {"a": {"type": "long"}}},
             "new": {"properties": {"a": {"type": "long"}}},
             "date": {"type": "date", "format": "epoch_millis"},
             "found": {"type": "keyword"},
             "words": {"type": "text", "fields": {"raw": {"type": "keyword"}}},
             "stored": {"type": "keyword", "store": true}}}
            """;

    private static final String TARGET = """
            replicas: 0
            settings:
              index.default_pipeline: later
              index.lifecycle.name: thirty-days
              index.blocks.write: true
              index.hidden: true
              index.max_result_window: 100
              index.mapping.total_fields.limit: 100
              index.query.default_field: words
              index.sort.field: found
              index.analysis.analyzer.default.type: simple
              index.similarity.default.type: boolean
              index.routing_partition_size: 2
            mappings:
              dynamic: strict
              _routing: {required: true}
              properties:
                n: {type: keyword}
                kept: {dynamic: "false", properties: {}}
                open: {dynamic: "true", properties: {}}
                new: {dynamic: "false", properties: {a: {type: long}}}
                date: {type: date, format: epoch_second}
                found: {type: keyword, index: false}
                words: {type: text, norms: false}
                stored: {type: keyword}
                more: {type: long}
            """;

    @Test
    void whatPlanFindsOnBothSidesHasItsCode() {
        try (CopyRun run = CopyRun.create()
                .intoShards(6)
                .withSource("\"number_of_shards\":3", SOURCE)
                .withTarget(TARGET)) {
            run.withLines("cutover: {replace-index: true}");
            for (int i = 0; i < 40; i++) {
                run.rest().put("/" + run.source() + "/_doc/often?refresh=true", "{\"n\":" + i + "}");
            }
            run.rest().put("/" + run.source() + "/_doc/routed?refresh=true&routing=elsewhere", "{}");
            run.rest().put("/" + run.source() + "/_settings", "{\"index.default_pipeline\":\"stamp\"}");
            run.rest().put("/" + run.source() + "/_alias/production-of-" + run.source(), "");

            assertThat(FoundCodes.planned(run, "--sample", "1s"))
                    .contains(
                            "notes privileges-unknown",
                            "warns replication-of-one",
                            "warns replace-index-ineffective",
                            "notes source-pipeline",
                            "notes source-aliases",
                            "notes custom-routing",
                            "blocks routing-required-by-target",
                            "notes routing-partitions-differ",
                            "notes sequence-numbers-sparse",
                            "notes text-fields-unused",
                            "notes documents-fit",
                            "notes speed-unknown")
                    .contains(
                            "warns target-under-lifecycle",
                            "blocks target-blocked",
                            "notes target-default-pipeline",
                            "notes target-refreshes-often",
                            "warns no-replicas",
                            "notes shards-small")
                    .contains(
                            "warns fewer-documents-taken",
                            "warns analysis-differs",
                            "warns similarity-differs",
                            "warns smaller-searches-taken",
                            "warns query-defaults-differ",
                            "warns index-sort-differs",
                            "notes setting-differs")
                    .contains(
                            "warns field-type-differs",
                            "warns field-refused",
                            "warns field-stricter",
                            "warns field-not-searchable",
                            "warns field-searched-differently",
                            "notes field-not-indexed",
                            "warns sub-field-missing",
                            "notes field-type-guessed",
                            "warns dynamic-differs",
                            "notes field-added",
                            "notes field-parameter-differs");
        }
    }

    @Test
    void whyPlanCannotTakeAnIndexHasItsCode() {
        try (CopyRun run = CopyRun.create().withTarget("replicas: 0")) {
            assertThat(FoundCodes.planned(run)).contains("blocks source-missing");
            run.withSource();
            run.rest().post("/" + run.source() + "/_close", "");
            assertThat(FoundCodes.planned(run)).contains("blocks source-not-an-index");
            run.rest().post("/" + run.source() + "/_open", "");
            run.rest().put("/" + run.source() + "/_settings", "{\"index.blocks.read\":true}");
            assertThat(FoundCodes.planned(run)).contains("blocks source-read-blocked", "notes source-unknown");
            run.rest().put("/" + run.source() + "/_settings", "{\"index.blocks.read\":null}");
            run.rest().put("/" + run.source() + "/_settings", "{\"index.blocks.metadata\":true}");
            assertThat(FoundCodes.planned(run)).contains("blocks source-read-blocked");
            run.rest().put("/" + run.source() + "/_settings", "{\"index.blocks.metadata\":null}");
            run.rest().put("/" + run.target(), "{\"settings\":{\"index.blocks.metadata\":true}}");
            assertThat(FoundCodes.planned(run)).contains("blocks target-blocked");
            run.rest().put("/" + run.target() + "/_settings", "{\"index.blocks.metadata\":null}");
            run.rest().delete("/" + run.target());

            run.withTarget("replicas-while-copying: 0\nsettings: {auto_expand_replicas: 0-1}");
            assertThat(FoundCodes.planned(run)).contains("blocks replicas-expanded");
            run.withTarget("replicas: 0");

            run.rest().put("/other-than-" + run.target(), "{\"aliases\":{\"" + run.target() + "\":{}}}");
            assertThat(FoundCodes.planned(run)).contains("blocks target-not-an-index");
            run.rest().delete("/other-than-" + run.target());

            run.rest().put("/" + run.target(), settings("\"number_of_shards\":4"));
            assertThat(FoundCodes.planned(run)).contains("blocks target-unfit");
            run.rest().delete("/" + run.target());

            run.intoShards(4).withTarget("replicas: 0\naccept-as-it-is: true\nsettings: {refresh_interval: 30s}");
            run.rest().put("/" + run.target(), settings("\"number_of_shards\":4"));
            run.rest().put("/" + run.target() + "/_doc/1", "{}");
            assertThat(FoundCodes.planned(run)).contains("blocks target-used", "warns target-wish-ignored");
        }
    }

    @Tag("long")
    @Test
    void whatDoctorFindsOfARunHasItsCode() {
        try (CopyRun run = CopyRun.create().withTarget("replicas: 0").withSource()) {
            run.rest().put("/" + run.source() + "/_doc/1?refresh=true", "{}");
            run.rest().put("/" + run.source() + "/_settings", "{\"index.number_of_replicas\":5}");
            assertThat(FoundCodes.byDoctor(run))
                    .contains(
                            "notes kafka-answers",
                            "notes source-answers",
                            "notes target-answers",
                            "notes run-not-prepared",
                            "notes source-replicas-missing");

            run.plannedOnly();
            assertThat(FoundCodes.planned(run)).contains("notes run-prepared");
            assertThat(run.command("pause").code()).isZero();
            run.rest()
                    .put(
                            "/" + run.target() + "/_settings",
                            "{\"index.number_of_replicas\":5,\"index.blocks.write\":true}");
            assertThat(FoundCodes.byDoctor(run))
                    .contains(
                            "blocks no-controller",
                            "blocks no-reader",
                            "blocks no-writer",
                            "warns run-paused",
                            "notes clocks-unknown",
                            "blocks target-blocked",
                            "notes target-replicas-missing")
                    .doesNotContain("blocks writes-wait-for-copies");
            run.rest().put("/" + run.target() + "/_settings", "{\"index.write.wait_for_active_shards\":\"all\"}");
            assertThat(FoundCodes.byDoctor(run)).contains("blocks writes-wait-for-copies");

            // Servers wait half a minute for the health of an index that is gone.
            run.rest().delete("/" + run.target());
            assertThat(FoundCodes.byDoctor(run)).contains("blocks target-gone");
        }
    }

    /// C-65 and C-117: what a command advises is not refused by the next one.
    @Test
    void whatIsFoundOfARunThatLosesItsIndicesHasItsCode() {
        try (CopyRun run = CopyRun.create().withTarget("replicas: 0").withSource()) {
            run.rest().put("/" + run.source() + "/_doc/1?refresh=true", "{}");
            run.plannedOnly();
            assertThat(FoundCodes.byDoctor(run))
                    .contains("blocks no-controller")
                    .doesNotContain("blocks target-gone");
            assertThat(run.command("status").text())
                    .containsPattern("control   no process( since \\S+)?: start 'run' or 'control'");

            run.rest().delete("/" + run.target());
            assertThat(FoundCodes.planned(run)).containsExactly("blocks target-gone");
            assertBegunAnew(run, "The target index '" + run.target() + "' is gone");

            run.rest().put("/" + run.target(), settings("\"number_of_shards\":1"));
            assertThat(FoundCodes.planned(run)).containsExactly("blocks target-made-again");
            assertThat(FoundCodes.byDoctor(run)).contains("blocks target-made-again");
            assertBegunAnew(run, "The target index '" + run.target() + "' is not the one with which the run began");

            run.rest().delete("/" + run.source());
            run.rest().put("/" + run.source() + "/_doc/1?refresh=true", "{}");
            assertThat(FoundCodes.planned(run)).containsExactly("blocks source-made-again", "blocks target-made-again");
            assertThat(FoundCodes.byDoctor(run)).contains("blocks source-made-again");
        }
    }

    private static void assertBegunAnew(CopyRun run, String what) {
        for (String command : List.of("run", "resume --read-again", "resume --read-again --dry-run")) {
            CopyRun.Output refused = run.command(command.split(" "));
            assertThat(refused.code()).as(command).isEqualTo(1);
            assertThat(refused.text())
                    .as(command)
                    .contains(what, ": begin a new run under another name.")
                    .doesNotContain("delete the topics");
        }
    }

    @Test
    void whatIsFoundBeforeAndAfterAWholeRunHasItsCode() {
        try (CopyRun run = CopyRun.create().withSource()) {
            run.rest().put("/" + run.source() + "/_doc/1?refresh=true", "{}");
            run.withTarget("replicas: 5\nsettings: {translog.durability: async, refresh_interval: 30s}");
            assertThat(FoundCodes.planned(run))
                    .contains(
                            "warns replicas-unassigned",
                            "warns translog-async",
                            "notes refresh-differs",
                            "notes copies-differ",
                            "notes replicas-while-copying");

            run.withTarget("replicas: 1\nreplicas-while-copying: 0");
            assertThat(FoundCodes.planned(run)).doesNotContain("warns no-replicas", "notes replicas-while-copying");
            assertThat(run.command("run").code()).isZero();
            assertThat(run.rest()
                            .get("/" + run.target() + "/_settings?flat_settings=true")
                            .at("/" + run.target() + "/settings/index.number_of_replicas")
                            .asString(""))
                    .isEqualTo("1");
            assertThat(FoundCodes.byDoctor(run)).contains("notes run-ended").doesNotContain("blocks no-controller");

            // C-116: the source goes on, and then goes.
            run.rest().put("/" + run.source() + "/_doc/2?refresh=true", "{}");
            assertThat(FoundCodes.planned(run)).containsExactly("blocks run-ended");
            run.rest().delete("/" + run.source());
            assertThat(FoundCodes.planned(run)).containsExactly("blocks run-ended");
            for (String command : List.of("run", "control")) {
                CopyRun.Output again = run.command(command);
                assertThat(again.code()).as(again.text()).isZero();
                assertThat(again.text()).contains("is already complete, and nothing was copied");
            }
        }
    }

    private static String settings(String members) {
        return "{\"settings\":{\"number_of_replicas\":0," + members + "}}";
    }
}
