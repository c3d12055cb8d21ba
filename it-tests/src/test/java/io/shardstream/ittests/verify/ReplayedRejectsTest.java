package io.shardstream.ittests.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.compare.ComparisonReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("long")
@RealServers
class ReplayedRejectsTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String KEYWORD = "{\"properties\":{\"n\":{\"type\":\"keyword\"}}}";

    /// `d3` to `d6` are refused by the target, whose field takes numbers. Then production updates `d4` and deletes
    /// `d5`, and the target's mapping is mended.
    @Test
    void whatWasRejectedComesInOnceTheMappingIsMended() throws Exception {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":3", KEYWORD)
                .withTarget("replicas: 0\nmappings: {properties: {n: {type: long}}}")
                .following()) {
            for (int i = 0; i < 20; i++) {
                put(run, "d" + i, i >= 3 && i <= 6 ? "hidden " + i : "" + i);
            }
            run.startHere("control");
            run.startHere("reader");
            run.startHere("writer");
            run.awaitPhase(Phase.CATCHING_UP);
            run.awaitCaughtUp();
            assertThat(run.assertCopied().rejected()).isEqualTo(4);

            CopyRun.Output list = rejects(run, "list", "-o", "json");
            JsonNode group = json(list).path("groups").path(0);
            assertThat(json(list).path("groups")).hasSize(1);
            assertThat(group.path("documents").asLong()).isEqualTo(4);
            assertThat(group.path("reason").asString()).contains("failed to parse field [n] of type [long]");
            assertThat(list.text()).doesNotContain("hidden");
            assertThat(json(rejects(run, "list", "--where", "field=n", "--where", "id=d3", "-o", "json"))
                            .path("documents")
                            .asInt())
                    .isEqualTo(1);
            assertThat(rejects(run, "list", "--where", "field=other").code()).isEqualTo(1);
            assertThat(rejects(run, "list", "--where", "fiel=n").code()).isEqualTo(64);
            CopyRun.Output show = rejects(run, "show", "d3", "-o", "json");
            JsonNode shown = json(show).path("rejects");
            assertThat(shown).hasSize(1);
            assertThat(VersionWord.of(shown.path(0).path("version").asLong()).lineage())
                    .isEqualTo(1);
            assertThat(shown.path(0).path("bytes").asInt())
                    .isEqualTo(body("hidden 3").length());
            assertThat(shown.path(0).path("lane").asInt())
                    .isEqualTo(ComparedCopy.shardOf(run.rest(), run.target(), "d3"));
            assertRefused(run, "No document with the id nobody was rejected", "replay", "--id", "d3", "--id", "nobody");
            assertRefused(run, "No document with the id --all was rejected", "replay", "--id=--all");
            assertRefused(run, "has no reject of a document with the id d0", "show", "d0");

            JsonNode tooEarly = json(rejects(run, "replay", "--id", "d6", "-o", "json"));
            assertThat(tooEarly.path("published").asInt()).isEqualTo(1);
            assertThat(tooEarly.path("rejected_again").asInt()).isEqualTo(1);
            assertThat(json(rejects(run, "list", "-o", "json"))
                            .path("documents")
                            .asInt())
                    .isEqualTo(4);

            put(run, "d4", "44");
            run.rest().delete("/" + run.source() + "/_doc/d5");
            run.awaitCaughtUp();
            run.rest()
                    .put(
                            "/" + run.target() + "/_mapping",
                            "{\"properties\":{\"n\":{\"type\":\"long\",\"ignore_malformed\":true}}}");
            JsonNode replayed = json(rejects(run, "replay", "--all", "-o", "json"));
            assertThat(replayed.path("published").asInt()).isEqualTo(4);
            assertThat(replayed.path("without_body").asInt()).isZero();
            assertThat(replayed.path("rejected_again").asInt(-1)).isZero();
            assertThat(open(run)).isZero();
            assertThat(json(rejects(run, "list", "-o", "json")).path("taken").asInt())
                    .isEqualTo(4);
            assertThat(json(rejects(run, "list", "--taken", "-o", "json"))
                            .path("documents")
                            .asInt())
                    .isEqualTo(4);
            assertThat(json(rejects(run, "replay", "--all", "-o", "json"))
                            .path("published")
                            .asInt())
                    .isZero();
            assertThat(rejected(run)).isZero();

            run.awaitCaughtUp();
            ComparisonReport copied = run.assertCopied();
            assertThat(copied.rejected()).isZero();
            assertThat(copied.equal()).isEqualTo(19);
            assertThat(copied.target().documents()).isEqualTo(19);
            assertThat(run.rest()
                            .get("/" + run.target() + "/_doc/d4")
                            .path("_source")
                            .toString())
                    .isEqualTo(body("44"));
            assertThat(run.rejects()).extracting(one -> one.document().id()).contains(Bytes.utf8("d5"));

            assertThat(run.command("abort", "--run").code()).isZero();
            assertRefused(run, "has ended: nobody would write", "replay", "--all");
            assertThat(rejects(run, "list").code()).isZero();
        }
    }

    /// `d3` to `d5` hold no numbers where the target takes numbers only. `d3` is edited, and `d4` stays rejected.
    /// `d5` is taken through a pipeline once the mapping of its field is mended: the servers of the tests have no
    /// processors, but an empty pipeline leaves out the spaces.
    @Test
    void otherBytesTakeThePlaceOfWhatWasRejectedAndNothingTakesTheirs() throws Exception {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":3", KEYWORD)
                .withTarget("replicas: 0\nmappings: {properties: {n: {type: long}, m: {type: long}}}")
                .following()) {
            for (int i = 0; i < 20; i++) {
                put(run, "d" + i, i == 3 || i == 4 ? "hidden " + i : "" + i);
            }
            run.rest().put("/" + run.source() + "/_doc/d5", "{ \"m\": \"hidden 5\" }");
            run.startHere("control");
            run.startHere("reader");
            run.startHere("writer");
            run.awaitPhase(Phase.CATCHING_UP);
            run.awaitCaughtUp();
            assertThat(open(run)).isEqualTo(3);

            long version = json(rejects(run, "show", "d3", "-o", "json"))
                    .path("rejects")
                    .path(0)
                    .path("version")
                    .asLong();
            assertRefused(
                    run,
                    "edited.ndjson, line 1: 'd3' was rejected last with version " + version,
                    "replay",
                    "--from",
                    edited(run, "d3", version - 1));
            assertRefused(run, "The target has no ingest pipeline 'nobody'", "replay", "--all", "--pipeline", "nobody");
            String pipeline = run.target() + "-mend";
            run.rest().put("/_ingest/pipeline/" + pipeline, "{\"processors\":[]}");
            run.rest()
                    .put(
                            "/" + run.target() + "/_mapping",
                            "{\"properties\":{\"m\":{\"type\":\"long\",\"ignore_malformed\":true}}}");
            assertThat(json(rejects(run, "replay", "--from", edited(run, "d3", version), "-o", "json"))
                            .path("rejected_again")
                            .asInt(-1))
                    .isZero();
            assertThat(json(rejects(run, "replay", "--id", "d5", "--pipeline", pipeline, "-o", "json"))
                            .path("rejected_again")
                            .asInt(-1))
                    .isZero();
            JsonNode all = json(rejects(run, "replay", "--all", "-o", "json"));
            assertThat(all.path("published").asInt()).isEqualTo(1);
            assertThat(all.path("rejected_again").asInt()).isEqualTo(1);
            assertThat(open(run)).isEqualTo(1);
            assertThat(rejected(run)).isEqualTo(1);
            assertThat(rejects(run, "show", "d3").text()).contains("replaced by an edited file", "taken ");

            CopyRun.Output verified = run.command("verify", "--content", "all", "--repair", "-o", "json");
            assertThat(verified.code()).as(verified.text()).isZero();
            JsonNode summary = JSON.readTree(verified.text().lines().toList().getLast());
            assertThat(summary.path("equal").asBoolean()).isTrue();
            assertThat(summary.path("replaced").asInt()).isEqualTo(2);
            assertThat(summary.path("rejects").asInt()).isEqualTo(1);
            assertThat(summary.path("repaired").asInt(-1)).isZero();
            assertReplaced(run);

            run.rest()
                    .put(
                            "/" + run.target() + "/_doc/d3?version_type=external_gte&version=" + version,
                            "{\"n\":34,\"else\":true}");
            CopyRun.Output differs = run.command("verify", "-o", "json");
            assertThat(differs.code()).as(differs.text()).isEqualTo(4);
            assertThat(run.command("verify", "--repair").code()).isZero();
            assertReplaced(run);

            // What was replaced is found otherwise, too.
            List<String> accepted = Stream.of("else", "_ignored", "m.keyword")
                    .flatMap(name -> Stream.of("--accept-difference", name))
                    .toList();
            CopyRun.Output cutover =
                    run.command(Stream.concat(Stream.of("cutover", "--accept-rejects", "1"), accepted.stream())
                            .toArray(String[]::new));
            assertThat(cutover.code()).as(cutover.text()).isZero();
            assertThat(cutover.text())
                    .contains("0 differences, 1 missing and 0 stale by rejects, 2 replaced on purpose");
            assertReplaced(run);
            run.rest().delete("/_ingest/pipeline/" + pipeline);
            Files.deleteIfExists(Path.of(run.topics().run() + ".cutover.json"));
        }
    }

    /// C-48: 900 levels, and a name of 60,000 letters.
    @Test
    void aDocumentOfManyLevelsAndOneWithALongNameGoThroughAPipeline() throws Exception {
        String any = "\"o\":{\"type\":\"object\",\"enabled\":false}";
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":3", "{\"properties\":{\"n\":{\"type\":\"keyword\"}," + any + "}}")
                .withTarget("replicas: 0\nmappings: {properties: {n: {type: long}, o: {type: object, enabled: false}}}")
                .following()) {
            put(run, "d0", "0");
            run.rest()
                    .put(
                            "/" + run.source() + "/_doc/deep",
                            "{\"n\":\"hidden\",\"o\":" + "{\"a\":".repeat(900) + "1" + "}".repeat(901));
            run.rest()
                    .put(
                            "/" + run.source() + "/_doc/long",
                            "{\"n\":\"hidden\",\"o\":{\"" + "k".repeat(60_000) + "\":1}}");
            run.startHere("control");
            run.startHere("reader");
            run.startHere("writer");
            run.awaitPhase(Phase.CATCHING_UP);
            run.awaitCaughtUp();
            assertThat(open(run)).isEqualTo(2);
            String pipeline = run.target() + "-nothing";
            run.rest().put("/_ingest/pipeline/" + pipeline, "{\"processors\":[]}");
            run.rest()
                    .put(
                            "/" + run.target() + "/_mapping",
                            "{\"properties\":{\"n\":{\"type\":\"long\",\"ignore_malformed\":true}}}");

            JsonNode replayed = json(rejects(run, "replay", "--all", "--pipeline", pipeline, "-o", "json"));

            assertThat(replayed.path("published").asInt()).isEqualTo(2);
            assertThat(replayed.path("rejected_again").asInt(-1)).isZero();
            run.rest().delete("/_ingest/pipeline/" + pipeline);
        }
    }

    private static void assertReplaced(CopyRun run) {
        assertThat(source(run, "d3")).isEqualTo("{\"n\":33}");
        assertThat(source(run, "d5")).isEqualTo("{\"m\":\"hidden 5\"}");
    }

    private static String source(CopyRun run, String id) {
        return run.rest()
                .get("/" + run.target() + "/_doc/" + id)
                .path("_source")
                .toString();
    }

    private static String edited(CopyRun run, String id, long version) throws IOException {
        return Files.writeString(
                        run.runFile().resolveSibling("edited.ndjson"),
                        "{\"_id\":\"%s\",\"_version\":%d,\"_source\":{\"n\":33}}\n".formatted(id, version))
                .toString();
    }

    @Test
    void moreRejectsThanAreAllowedStopTheRunUntilTheyAreAccepted() throws Exception {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":3", KEYWORD)
                .withTarget("replicas: 0\nmappings: {properties: {n: {type: long}}}")
                .withLines("follow: true\nsweep: {every: 2s}\nrejects: {max: 2}")) {
            for (int i = 0; i < 20; i++) {
                put(run, "d" + i, i >= 3 && i <= 5 ? "hidden " + i : "" + i);
            }
            run.startHere("control");
            run.startHere("reader");
            run.startHere("writer");

            awaitStopped(run, "3 documents are rejected, and rejects.max allows 2");
            CopyRun.Output refused = rejects(run, "replay", "--all");
            assertThat(refused.code()).as(refused.text()).isEqualTo(ExitCodes.BLOCKED);
            assertThat(refused.text().lines())
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("is stopped, so nothing new would be settled. 3 documents are rejected");
            assertThat(run.command("resume").code()).isZero();
            run.awaitPhase(Phase.CATCHING_UP);
            assertThat(run.command("status").code()).isEqualTo(2);

            put(run, "d6", "hidden 6");
            put(run, "d7", "hidden 7");
            run.awaitCaughtUp();
            put(run, "d8", "hidden 8");
            awaitStopped(run, "6 documents are rejected, 3 more than were accepted");
        }
    }

    /// Half of the documents are refused, which nobody has said to be all right.
    @Test
    void aRunFileThatSaysNothingOfRejectsStopsTheRunAtMoreThanAHandful() throws Exception {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":3", KEYWORD)
                .withTarget("replicas: 0\nmappings: {properties: {n: {type: long}}}")
                .withLines("rejects: {}")) {
            for (int i = 0; i < 22; i++) {
                put(run, "d" + i, i % 2 == 0 ? "hidden " + i : "" + i);
            }
            run.startHere("control");
            run.startHere("reader");
            run.startHere("writer");

            awaitStopped(run, "11 documents are rejected, and this run may have 10");
            assertThat(run.command("resume").code()).isZero();
            run.awaitCompleteButForRejects();
        }
    }

    private static void awaitStopped(CopyRun run, String why) {
        Awaitility.await().atMost(TestPatience.LIMIT).untilAsserted(() -> {
            CopyRun.Output status = run.command("status");
            assertThat(status.code()).as(status.text()).isEqualTo(3);
            assertThat(status.text()).contains(why);
        });
    }

    private static int open(CopyRun run) {
        return json(rejects(run, "list", "-o", "json")).path("documents").asInt(-1);
    }

    private static int rejected(CopyRun run) {
        return JSON.readTree(run.command("status", "-o", "json").text())
                .path("rejected")
                .asInt(-1);
    }

    private static void put(CopyRun run, String id, String n) {
        run.rest().put("/" + run.source() + "/_doc/" + id, body(n));
    }

    private static String body(String n) {
        return "{\"n\":\"" + n + "\"}";
    }

    private static JsonNode json(CopyRun.Output output) {
        assertThat(output.code()).as(output.text()).isZero();
        return JSON.readTree(output.text());
    }

    private static void assertRefused(CopyRun run, String sentence, String... words) {
        CopyRun.Output refused = rejects(run, words);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.text().lines()).hasSize(1).first().asString().contains(sentence);
    }

    private static CopyRun.Output rejects(CopyRun run, String... words) {
        List<String> all = new ArrayList<>(List.of("rejects"));
        all.addAll(List.of(words));
        return run.command(all.toArray(String[]::new));
    }
}
