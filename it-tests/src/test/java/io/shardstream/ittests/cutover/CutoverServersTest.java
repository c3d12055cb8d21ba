package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.control.state.ControlTopicWriter;
import io.shardstream.control.state.RequestAge;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// F-38 and F-51, and switching production there and back.
@RealServers
class CutoverServersTest {
    @Test
    void productionMovesWithItsAliasesAndFindsItsWayBack() throws Exception {
        try (FollowedRun run = FollowedRun.prepared()) {
            Map<String, JsonNode> before = run.aliases(run.source());
            Here control = run.run.startHere("control");
            Here reader = run.run.startHere("reader");
            Here writer = run.run.startHere("writer");
            run.run.awaitPhase(Phase.CATCHING_UP);
            run.change();
            CopyRun.Output dryRun = run.run.command("cutover", "--dry-run");
            assertThat(dryRun.text()).contains("could be cut over now", "keeps its alias");
            run.assertNotCutOver(before);
            assertAnotherRunFileIsRefused(run);
            run.assertNotCutOver(before);

            run.cutOver();
            run.assertCutOver(before);
            FollowedRun.assertEnded(control);
            FollowedRun.assertEnded(reader);
            FollowedRun.assertEnded(writer);
            System.getLogger("cutover")
                    .log(
                            System.Logger.Level.INFO,
                            "blocked {0} ms",
                            run.signedOff().blockedMillis());

            CopyRun.Output again = run.run.command("cutover");
            assertThat(again.text()).contains("The run has been cut over already.");
            assertThat(again.code()).isZero();

            assertAnAliasThatIsMovedByHandIsTold(run);
            run.rest().put("/" + run.alias() + "/_doc/client", "{\"kind\":\"new\"}");
            CopyRun.Output refused = run.run.command("rollback");
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.text()).contains("1 operations", "--lose-writes 1", "--lose-writes all");
            assertThat(run.aliases(run.target())).isEqualTo(before);

            assertThat(run.run.command("rollback", "--lose-writes", "1").code()).isZero();
            assertThat(run.aliases(run.source())).isEqualTo(before);
            assertThat(run.takesWrites(run.source())).isTrue();
            assertThat(run.said().isIn(Phase.ABORTED)).isTrue();
            CopyRun.Output backAlready = run.run.command("rollback");
            assertThat(backAlready.code()).as(backAlready.text()).isZero();
        }
    }

    /// By an operator who does not know of the cut-over, or by index management.
    @Test
    void whatSomebodyChangesUnderTheBlockOrSinceTheSwapIsTold() throws Exception {
        try (FollowedRun run = FollowedRun.catchingUp()) {
            Map<String, JsonNode> before = run.aliases(run.source());
            Thread operator = Thread.ofPlatform().start(() -> {
                while (!run.rest()
                        .get("/" + run.source() + "/_settings?flat_settings=true")
                        .toString()
                        .contains("\"index.blocks.write\":\"true\"")) {
                    Thread.onSpinWait();
                }
                run.rest().put("/" + run.target() + "/_settings", "{\"index.default_pipeline\":\"not-there\"}");
            });
            CopyRun.Output refused = run.run.command("cutover");
            join(operator);
            assertThat(refused.code()).as(refused.text()).isEqualTo(1);
            assertThat(refused.text()).contains("has index.default_pipeline not-there and the source _none");
            run.assertNotCutOver(before);
            assertThat(run.takesWrites(run.source())).isTrue();

            run.rest().put("/" + run.target() + "/_settings", "{\"index.default_pipeline\":null}");
            run.cutOver();
            run.rest().put("/" + run.target() + "/_settings", "{\"index.max_result_window\":50000}");
            run.rest().put("/" + run.target() + "/_mapping", "{\"properties\":{\"later\":{\"type\":\"keyword\"}}}");
            CopyRun.Output back = run.run.command("rollback");
            assertThat(back.code()).as(back.text()).isEqualTo(4);
            assertThat(back.text())
                    .contains(
                            "'" + run.target() + "' has what",
                            "index.max_result_window (50000 → 10000)",
                            "later (only the target has it)");
            assertThat(run.aliases(run.source())).isEqualTo(before);
            assertThat(run.takesWrites(run.source())).isTrue();
        }
    }

    /// As applications do that keep their aliases by themselves.
    private static void assertAnAliasThatIsMovedByHandIsTold(FollowedRun run) {
        assertThat(run.run.command("doctor").text()).doesNotContain("[alias-moved-away]");
        String cities = run.alias() + "-cities";
        move(run, cities, run.target(), run.source());
        CopyRun.Output told = run.run.command("doctor");
        assertThat(told.code()).as(told.text()).isNotZero();
        assertThat(told.text()).contains("[alias-moved-away]", "'" + cities + "'", "is on '" + run.source() + "' now");
        move(run, cities, run.source(), run.target());
        assertThat(run.run.command("doctor").text()).doesNotContain("[alias-moved-away]");
    }

    private static void move(FollowedRun run, String alias, String from, String to) {
        run.rest().post("/_aliases", """
                {"actions": [{"remove": {"index": "%s", "alias": "%s"}},
                  {"add": {"index": "%s", "alias": "%s", "filter": {"term": {"kind": "capital"}}, "routing": "r"}}]}
                """.formatted(from, alias, to, alias));
    }

    /// What is acknowledged just before the block and not synced would be settled only after an hour: Elasticsearch 7
    /// and OpenSearch do not sync for a block, later versions do.
    /// It was changed since `control` was started.
    private static void assertAnotherRunFileIsRefused(FollowedRun run) throws IOException {
        Path changed = run.run.runFile().resolveSibling("changed.yaml");
        Files.writeString(changed, Files.readString(run.run.runFile()).replace("max-blocked: 40s", "max-blocked: 41s"));
        CopyRun.Output refused = run.run.commandWith(changed, "cutover");
        assertThat(refused.code()).as(refused.text()).isEqualTo(1);
        assertThat(refused.text())
                .contains("started with cutover.max-blocked: 40s, and the run file of this command says 41s");
    }

    @Test
    void aSourceThatSyncsLaterIsSettledUnderTheBlock() throws Exception {
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.ELASTICSEARCH_7, 1, 512);
                FollowedRun run = FollowedRun.prepared(
                        CopyRun.on(cluster),
                        "\"number_of_shards\":2,\"translog.sync_interval\":\"1h\"",
                        "replicas: 0")) {
            Map<String, JsonNode> before = run.aliases(run.source());
            run.follow();
            HoldPoint block = cluster.hold(Direction.REQUEST, what -> what.contains("/_block/write"), 1);
            CompletableFuture<Void> cutOver = CompletableFuture.runAsync(run::cutOver);
            block.awaitReached();
            run.rest().put("/" + run.source() + "/_settings", "{\"index.translog.durability\":\"async\"}");
            run.change();

            block.pass();
            cutOver.join();

            run.assertCutOver(before);
        }
    }

    /// C-110: nobody controlled the run when it was asked for, and whoever asked is gone.
    @Test
    void aCutOverThatNobodyBeganInTimeIsRefused() {
        try (FollowedRun run = FollowedRun.prepared()) {
            Map<String, JsonNode> before = run.aliases(run.source());
            Here control = run.run.startHere("control");
            run.run.startHere("reader");
            run.run.startHere("writer");
            run.run.awaitPhase(Phase.CATCHING_UP);
            control.close();
            Request late = new Request(
                    "cutover-late",
                    Request.Kind.CUTOVER,
                    Map.of(),
                    Instant.now().minus(RequestAge.MOST).minusSeconds(60));
            long _ = ControlTopicWriter.request(run.run.connection(), run.run.topics(), late);

            assertThat(run.run.command("status").text()).containsPattern("'cutover' was asked for \\d+ min");
            assertThat(run.run.command("doctor", "-o", "json").text()).contains("\"request-open\"");

            run.run.startHere("control");
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .until(() ->
                            run.said().of(Answer.key(late.id()), Answer::decode).isPresent());
            Answer answer = run.said().of(Answer.key(late.id()), Answer::decode).orElseThrow();
            assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(answer.sentence()).containsPattern("^Not done: 'cutover' was asked for \\d+ min");
            run.assertNotCutOver(before);
        }
    }

    /// C-110: its own controller ends, and there is no other one.
    @Test
    void aCutOverWhoseCommandFailsIsTakenBack() throws Exception {
        try (FollowedRun run = FollowedRun.prepared()) {
            Map<String, JsonNode> before = run.aliases(run.source());
            Here control = run.run.startHere("control");
            run.run.startHere("reader");
            run.run.startHere("writer");
            run.run.awaitPhase(Phase.CATCHING_UP);
            control.close();
            delete(run, run.run.topics().rejects());

            CopyRun.Output failed = run.run.command("cutover");

            assertThat(failed.code()).as(failed.text()).isNotZero();
            // Its answer may come before its error.
            assertThat(failed.text())
                    .contains(run.run.topics().rejects())
                    .containsAnyOf("Nothing was changed", "'cutover' was taken back: nobody controls the run");
            assertThat(run.said().openRequest()).as(failed.text()).isEmpty();
            run.assertNotCutOver(before);
        }
    }

    /// What the run has published is of no use when production has moved.
    @Test
    void productionGoesBackWithoutTheTopicsOfTheCopy() throws Exception {
        try (FollowedRun run = FollowedRun.catchingUp()) {
            Map<String, JsonNode> before = run.aliases(run.source());
            run.cutOver();
            RunTopics topics = run.run.topics();
            for (String topic : List.of(topics.docs(), topics.outcomes(), topics.rejects(), topics.slices())) {
                delete(run, topic);
            }

            CopyRun.Output back = run.run.command("rollback");

            assertThat(back.code()).as(back.text()).isZero();
            assertThat(run.aliases(run.source())).isEqualTo(before);
            assertThat(run.takesWrites(run.source())).isTrue();
        }
    }

    private static void delete(FollowedRun run, String topic) throws Exception {
        try (Admin admin = run.run.connection().admin("test")) {
            admin.deleteTopics(List.of(topic)).all().get();
        }
    }

    /// Acknowledged updates that the target refuses: production would serve the states before them.
    @Test
    void whatTheTargetHasRefusedIsAskedForByNumber() {
        try (FollowedRun run =
                FollowedRun.prepared("replicas: 0\nmappings: {properties: {kind: {type: keyword}, m: {type: long}}}")) {
            Map<String, JsonNode> before = run.aliases(run.source());
            for (int document = 1; document <= 5; document++) {
                run.rest().put("/" + run.source() + "/_doc/c-" + document, "{\"kind\":\"city\"}");
            }
            run.run.startHere("control");
            run.run.startHere("reader");
            run.run.startHere("writer");
            run.run.awaitPhase(Phase.CATCHING_UP);
            run.run.awaitCaughtUp();
            for (int document = 1; document <= 5; document++) {
                run.rest().put("/" + run.alias() + "/_doc/c-" + document, "{\"m\":\"no number\"}");
            }
            run.rest().put("/" + run.alias() + "/_doc/new", "{\"m\":\"no number\"}");

            for (String option : new String[] {"--dry-run", "--force", "--accept-rejects=5"}) {
                CopyRun.Output refused = run.run.command("cutover", option);
                assertThat(refused.code()).as(refused.text()).isEqualTo(1);
                assertThat(refused.text())
                        .contains("1 is missing in it ('new'), and of 5 it has an older state", "--accept-rejects 6");
                run.assertNotCutOver(before);
            }

            run.cutOver("--accept-rejects", "6");
            assertThat(run.aliases(run.target())).isEqualTo(before);
            assertThat(run.signedOff().verdict()).contains("1 missing and 5 stale by rejects");
        }
    }

    /// By its own name, which no fence keeps anybody from.
    @Test
    void whatSomebodyWritesToTheTargetBetweenComparisonAndSwapIsComparedOrCounted() {
        try (FollowedRun run = FollowedRun.catchingUp()) {
            Map<String, JsonNode> before = run.aliases(run.source());
            HoldPoint compared = holdAfter("compare behind the fence");
            CompletableFuture<CopyRun.Output> first = CompletableFuture.supplyAsync(() -> run.run.command("cutover"));
            compared.awaitReached();
            run.rest().put("/" + run.target() + "/_doc/theirs", "{}");
            compared.pass();
            assertThat(first.join().code()).isEqualTo(1);
            assertThat(first.join().text()).contains("'theirs' is foreign");
            run.assertNotCutOver(before);
            run.rest().delete("/" + run.target() + "/_doc/theirs");

            HoldPoint seen = holdAfter("see that both sides are as they were compared");
            CompletableFuture<CopyRun.Output> second = CompletableFuture.supplyAsync(() -> run.run.command("cutover"));
            seen.awaitReached();
            for (int document = 1; document <= 27; document++) {
                run.rest().put("/" + run.target() + "/_doc/client-" + document, "{}");
            }
            seen.pass();
            assertThat(second.join().code()).as(second.join().text()).isZero();
            assertThat(run.run.command("rollback", "--lose-writes", "26").text())
                    .contains("27 operations");
            assertThat(run.run.command("rollback", "--lose-writes", "27").code())
                    .isZero();
        }
    }

    /// C-37 in part: the first cut-over is taken back under its block, the second goes through.
    @Tag("long")
    @Test
    void aDeadAddressOfTwoKeepsACutOverNeitherFromItsEndNorFromBeingTakenBack() throws Exception {
        try (FollowedRun run = FollowedRun.prepared()) {
            Path file = run.run.runFile();
            Files.writeString(file, Files.readString(file).replace("nodes: [", "nodes: [http://127.0.0.1:1, "));
            Map<String, JsonNode> before = run.aliases(run.source());
            run.run.startHere("control");
            run.run.startHere("reader");
            run.run.startHere("writer");
            run.run.awaitPhase(Phase.CATCHING_UP);
            run.change();
            assertThat(run.run.command("cutover", "--dry-run").text())
                    .contains("An address of source.nodes does not answer: source node http://127.0.0.1:1 refuses");
            CopyRun.Output doctor = run.run.command("doctor", "-o", "json");
            assertThat(doctor.code()).as(doctor.text()).isZero();
            assertThat(doctor.text()).contains("address-not-answering");

            HoldPoint compared = holdAfter("compare behind the fence");
            CompletableFuture<CopyRun.Output> first = CompletableFuture.supplyAsync(() -> run.run.command("cutover"));
            compared.awaitReached();
            run.rest().put("/" + run.target() + "/_doc/theirs", "{}");
            compared.pass();
            assertThat(first.join().code()).as(first.join().text()).isEqualTo(1);
            run.assertNotCutOver(before);
            run.rest().delete("/" + run.target() + "/_doc/theirs");

            run.cutOver();
            run.assertCutOver(before);
        }
    }

    private static HoldPoint holdAfter(String step) {
        return Servers.kafka()
                .proxy()
                .hold(Direction.REQUEST, exchange -> exchange.contains("step '" + step + "' done"), 1);
    }

    @Tag("long")
    @Test
    void aSwapThatArrivesAfterAnAbortChangesNothing() {
        try (FollowedRun run = FollowedRun.prepared()) {
            Map<String, JsonNode> before = run.aliases(run.source());
            Child control = run.follow();
            HoldPoint swap = Servers.cluster().hold(Direction.REQUEST, what -> what.equals("POST /_aliases"), 2);
            Thread asking = Thread.ofPlatform().start(() -> run.run.command("cutover"));
            swap.awaitReached();
            control.kill();

            CopyRun.Output abort = run.run.command("abort");
            assertThat(abort.code()).as(abort.text()).isZero();
            run.assertNotCutOver(before);
            swap.pass();
            join(asking);
            run.assertNotCutOver(before);
        }
    }

    @Tag("long")
    @Test
    void aControllerThatWasFrozenOverTheCutOverChangesNothingAndSaysThatItHasEnded() {
        try (FollowedRun run = FollowedRun.prepared()) {
            Map<String, JsonNode> before = run.aliases(run.source());
            Child frozen = run.follow();
            HoldPoint swap = Servers.cluster().hold(Direction.REQUEST, what -> what.equals("POST /_aliases"), 2);
            Thread asking = Thread.ofPlatform().start(() -> run.run.command("cutover"));
            swap.awaitReached();
            frozen.suspend();
            join(asking);
            run.assertCutOver(before);
            String numbers = run.numbers(run.target());

            swap.pass();
            frozen.resume();
            assertThat(frozen.awaitEnd(TestPatience.LIMIT)).as(frozen.tail()).isZero();
            run.assertCutOver(before);
            assertThat(run.numbers(run.target())).isEqualTo(numbers);
            assertThat(frozen.tail()).contains("completed");
        }
    }

    private static void join(Thread thread) {
        try {
            assertThat(thread.join(TestPatience.LIMIT)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
