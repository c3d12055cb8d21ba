package io.shardstream.ittests.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.compare.ComparisonReport;
import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.record.Phase;
import io.shardstream.common.version.VersionWord;
import io.shardstream.ittests.copy.CopyRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
