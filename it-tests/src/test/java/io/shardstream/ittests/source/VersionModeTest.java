package io.shardstream.ittests.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Runs whose target has the source's versions, or its own.
@RealServers
class VersionModeTest {
    private static final String ONE_SHARD = "\"number_of_shards\":1";
    private static final long VERSION = 1_700_000_000_000L;

    @Test
    void targetHasTheVersionsThatTheApplicationGave() {
        try (CopyRun run = CopyRun.create().withSource(ONE_SHARD, "{}").withLines("version: {mode: source}")) {
            for (int i = 0; i < 20; i++) {
                run.rest()
                        .put(
                                "/" + run.source() + "/_doc/" + i + "?version_type=external&version=" + (VERSION + i),
                                "{\"n\":" + i + "}");
            }
            copy(run);

            assertThat(documents(run, run.target()))
                    .isEqualTo(documents(run, run.source()))
                    .hasSize(20)
                    .containsEntry("7", (VERSION + 7) + " {\"n\":7}");
        }
    }

    @Test
    void targetOfWhatIsOnlyEverAddedHasVersionsOfItsOwn() {
        try (CopyRun run = CopyRun.create().withSource(ONE_SHARD, "{}").withLines("version: {mode: create}")) {
            for (int i = 0; i < 20; i++) {
                run.rest().put("/" + run.source() + "/_doc/" + i, "{\"n\":" + i + "}");
            }
            copy(run);

            assertThat(documents(run, run.target()))
                    .isEqualTo(documents(run, run.source()))
                    .hasSize(20)
                    .containsEntry("7", "1 {\"n\":7}");
        }
    }

    /// Its reject has the word that readers gave it, which the target does not hold.
    @Test
    void whatTheTargetRefusesOfThemIsCountedAndAcceptedByNumber() throws IOException {
        try (CopyRun run = CopyRun.create()
                .withSource(ONE_SHARD, "{\"properties\":{\"n\":{\"type\":\"keyword\"}}}")
                .withTarget("replicas: 0\nmappings: {properties: {n: {type: long}}}")
                .withLines("version: {mode: create}\nfollow: true\ncutover: {max-blocked: 40s}")) {
            for (int i = 0; i < 20; i++) {
                String value = i == 4 ? "no number" : "" + i;
                run.rest().put("/" + run.source() + "/_doc/" + i, "{\"n\":\"" + value + "\"}");
            }
            run.rest()
                    .post(
                            "/_aliases",
                            "{\"actions\":[{\"add\":{\"index\":\"%s\",\"alias\":\"%s\"}}]}"
                                    .formatted(run.source(), run.source() + "-production"));
            run.startHere("control");
            run.startHere("reader");
            run.startHere("writer");
            run.awaitPhase(Phase.CATCHING_UP);
            run.awaitCaughtUp();

            CopyRun.Output verified = run.command("verify", "--content", "all", "--repair");
            assertThat(verified.code()).as(verified.text()).isZero();
            assertThat(verified.text()).contains("rejected");
            CopyRun.Output searched = run.command("verify", "--meaning");
            assertThat(searched.text()).contains("What searches find was not compared.");
            assertThat(searched.code()).isEqualTo(2);
            assertThat(run.rejects()).hasSize(1);
            CopyRun.Output refused = run.command("cutover");
            assertThat(refused.code()).as(refused.text()).isEqualTo(1);
            assertThat(refused.text()).contains("--accept-rejects 1");
            CopyRun.Output cutOver = run.command("cutover", "--accept-rejects", "1");
            assertThat(cutOver.code()).as(cutOver.text()).isZero();
            // A cut-over leaves its record where it was started.
            Files.deleteIfExists(Path.of(run.topics().run() + ".cutover.json"));
        }
    }

    @Test
    void versionsThatElasticsearchCountedAreRefused() {
        try (CopyRun run = CopyRun.create().withSource(ONE_SHARD, "{}").withLines("version: {mode: source}")) {
            run.rest().put("/" + run.source() + "/_doc/1", "{}");

            assertThat(run.runHere()).isNotZero();
            assertThat(run.rest().send("GET", "/" + run.target(), "").status()).isEqualTo(404);
        }
    }

    /// By default the target has versions of its own, above those of almost every client.
    @Test
    void whatClientsGaveIsToldAndAcceptedByNameBeforeTheirWritesAreRefused() throws IOException {
        try (CopyRun run = CopyRun.create()
                .withSource(ONE_SHARD, "{}")
                .withTarget("replicas: 0")
                .withLines("follow: true\ncutover: {max-blocked: 40s}")) {
            String alias = run.source() + "-production";
            for (int i = 0; i < 20; i++) {
                run.rest()
                        .put(
                                "/" + run.source() + "/_doc/" + i + "?version_type=external&version=" + (VERSION + i),
                                "{\"n\":" + i + "}");
            }
            run.rest().post("/" + run.source() + "/_refresh", "");
            run.rest()
                    .post(
                            "/_aliases",
                            "{\"actions\":[{\"add\":{\"index\":\"%s\",\"alias\":\"%s\"}}]}"
                                    .formatted(run.source(), alias));
            assertThat(run.command("plan", "--sample", "0s").text())
                    .contains("[versions-given]", "1,700,000,000,019", "20 changes", "[names-alike]");
            run.startHere("control");
            run.startHere("reader");
            run.startHere("writer");
            run.awaitPhase(Phase.CATCHING_UP);
            run.awaitCaughtUp();

            for (String option : List.of("--dry-run", "--force")) {
                CopyRun.Output refused = run.command("cutover", option);
                assertThat(refused.code()).as(refused.text()).isEqualTo(1);
                assertThat(refused.text()).contains("1,700,000,000,019", "--accept-difference '_version'");
            }
            CopyRun.Output cutOver = run.command("cutover", "--accept-difference", "_version");
            assertThat(cutOver.code()).as(cutOver.text()).isZero();
            Files.deleteIfExists(Path.of(run.topics().run() + ".cutover.json"));
            assertThat(run.rest()
                            .send(
                                    "PUT",
                                    "/" + alias + "/_doc/7?version_type=external&version=" + (VERSION + 100),
                                    "{\"n\":7}")
                            .status())
                    .isEqualTo(409);
        }
    }

    /// Version and content by id.
    private static Map<String, String> documents(CopyRun run, String index) {
        run.rest().post("/" + index + "/_refresh", "");
        Map<String, String> documents = new TreeMap<>();
        for (JsonNode hit : run.rest()
                .get("/" + index + "/_search?size=1000&version=true")
                .path("hits")
                .path("hits")) {
            documents.put(hit.path("_id").asString(), hit.path("_version") + " " + hit.path("_source"));
        }
        return documents;
    }

    private static void copy(CopyRun run) {
        Here process = run.startHere("run");
        assertThat(process.awaitEnd(TestPatience.LIMIT)).as(process::said).isZero();
    }
}
