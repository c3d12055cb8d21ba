package io.shardstream.ittests.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.cutover.AnchorCheck;
import io.shardstream.ittests.cutover.BlockCheck;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.compare.IndexAddress;
import io.shardstream.workload.compare.ServerAccess;
import io.shardstream.workload.load.HttpLoadClient;
import io.shardstream.workload.load.IndexVerdict;
import io.shardstream.workload.load.Load;
import io.shardstream.workload.load.LoadDocuments;
import io.shardstream.workload.load.LoadReport;
import io.shardstream.workload.load.LoadSettings;
import io.shardstream.workload.load.LoadVerdict;
import io.shardstream.workload.load.OperationListener;
import io.shardstream.workload.load.OperationOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Sources that do not know `must_exist`, whose names of blocks depend on small indices: killed under the
/// block and taken back while production writes, then cut over and rolled back.
@RealServers
class OldSourcesTest {
    private static final int HEAP = 512;
    private static final int RATE = 10;
    private static final int DOCUMENTS = 200;

    static Stream<ServerPair> usual() {
        return ServerPair.wanted(
                List.of(new ServerPair(SearchServerVersion.OPENSEARCH_1, SearchServerVersion.OPENSEARCH_2)));
    }

    static Stream<ServerPair> other() {
        return ServerPair.wanted(
                List.of(new ServerPair(SearchServerVersion.ELASTICSEARCH_7_10, SearchServerVersion.ELASTICSEARCH_9)));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("usual")
    void isCutOverAbortedAndRolledBack(ServerPair pair) throws Exception {
        toTargetAndBack(pair);
    }

    @Tag("long")
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("other")
    void theOtherOneIsToo(ServerPair pair) throws Exception {
        toTargetAndBack(pair);
    }

    private static void toTargetAndBack(ServerPair pair) throws Exception {
        try (ProxiedCluster source = ProxiedCluster.start(pair.source(), 1, HEAP);
                ProxiedCluster target = ProxiedCluster.start(pair.target(), 1, HEAP);
                CopyRun run = CopyRun.on(source)
                        .into(target, 0)
                        .withSource("\"number_of_shards\":3", "{}")
                        .withTarget("replicas: 0")
                        .following()) {
            AnchorCheck.namesDependOnIndices(source.servers().url());
            BlockCheck.dependsOnTheAlias(source.servers().url());
            String alias = run.source() + "-production";
            run.rest()
                    .post(
                            "/_aliases",
                            "{\"actions\":[{\"add\":{\"index\":\"%s\",\"alias\":\"%s\",\"is_write_index\":true}}]}"
                                    .formatted(run.source(), alias));
            LoadDocuments documents = new LoadDocuments("o-", 7, 400);
            LoadSettings settings = LoadSettings.of(RATE, Duration.ofHours(1))
                    .withUnderWay(2 * RATE)
                    .withSeed(7)
                    .withPreparedDocuments(DOCUMENTS);
            try (HttpLoadClient client =
                            new HttpLoadClient(List.of(run.rest().server()), alias, ServerAccess.OPEN, documents);
                    Load load = Load.start(settings, documents, client, OperationListener.NONE)) {
                load.prepared().join();
                killed(run, Phase.BACKFILL);
                takenBack(run, target);
                Child all = controlling(run);

                CopyRun.Output cutover = run.command("cutover");
                assertThat(cutover.code()).as(cutover.text() + all.tail()).isZero();
                LoadReport report = load.finish();
                assertThat(report.count(OperationOutcome.FAILED))
                        .as("writes met the block")
                        .isPositive();
                assertThat(all.awaitEnd(TestPatience.LIMIT)).as(all::tail).isZero();
                assertThat(run.assertCopied().rejected()).isZero();
                assertAllowed(run, load);
                assertThat(isBlocked(run)).isTrue();
                assertThat(AnchorCheck.anchors(run.rest())).hasSize(1);
            }
            rollBack(run);
            VersionTable.passed(pair);
            Files.deleteIfExists(Path.of(run.topics().run() + ".cutover.json"));
        }
    }

    private static void killed(CopyRun run, Phase phase) {
        Child all = run.start("run");
        run.awaitPhase(phase);
        all.kill();
    }

    /// Waits until it controls the run: else a command would.
    private static Child controlling(CopyRun run) {
        long before = epoch(run);
        Child all = run.start("run");
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .ignoreExceptionsInstanceOf(KafkaException.class)
                .until(() -> epoch(run) > before);
        return all;
    }

    private static long epoch(CopyRun run) {
        return ControlRecords.read(run.connection(), run.topics())
                .of(Controller.KEY, Controller::decode)
                .map(Controller::epoch)
                .orElse(0L);
    }

    /// By `abort`, when whoever controlled the run was killed under the block, which waits for the target.
    private static void takenBack(CopyRun run, ProxiedCluster target) {
        Child killed = controlling(run);
        run.awaitPhase(Phase.CATCHING_UP);
        HoldPoint point = target.hold(Direction.REQUEST, what -> what.contains("_tasks"), 1);
        CompletableFuture<CopyRun.Output> cutover = CompletableFuture.supplyAsync(() -> run.command("cutover"));
        point.awaitReached();
        Awaitility.await().atMost(TestPatience.LIMIT).until(() -> isBlocked(run));
        killed.kill();
        CopyRun.Output abort = run.command("abort");
        point.pass();
        assertThat(abort.code()).as(abort.text()).isZero();
        assertThat(isBlocked(run)).as(abort.text()).isFalse();
        assertThat(cutover.join().text()).contains("aborted");
        assertThat(isBlocked(run)).isFalse();
        assertThat(AnchorCheck.anchors(run.rest())).hasSize(1);
    }

    private static void rollBack(CopyRun run) {
        CopyRun.Output rollback = run.command("rollback");
        assertThat(rollback.code()).as(rollback.text()).isZero();
        assertThat(isBlocked(run)).as(rollback.text()).isFalse();
        assertThat(run.rest()
                        .send("PUT", "/" + run.source() + "-production/_doc/back", "{}")
                        .isOk())
                .isTrue();
        assertThat(run.targetRest()
                        .send("PUT", "/" + run.target() + "/_doc/late", "{}")
                        .status())
                .isEqualTo(403);
        assertThat(AnchorCheck.anchors(run.rest())).hasSize(1);
        CopyRun.Output clean = run.command("clean", "--yes");
        assertThat(clean.code()).as(clean.text()).isZero();
        assertThat(AnchorCheck.anchors(run.rest())).isEmpty();
        assertThat(run.rest().get("/" + run.source() + "/_alias").toString()).doesNotContain("Shardstream-");
    }

    private static boolean isBlocked(CopyRun run) {
        return run.rest()
                .get("/" + run.source() + "/_settings?flat_settings=true")
                .path(run.source())
                .path("settings")
                .path("index.blocks.write")
                .asString("")
                .equals("true");
    }

    private static void assertAllowed(CopyRun run, Load load) {
        IndexVerdict verdict = LoadVerdict.of(
                new IndexAddress(run.targetRest().server(), run.target()), load.memory(), load.documents(), 10);
        assertThat(verdict.samples()).isEmpty();
        assertThat(verdict.isClean()).isTrue();
    }
}
