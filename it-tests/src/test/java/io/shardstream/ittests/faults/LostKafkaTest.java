package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Adopted;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.Brokers;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.load.Articles;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// F-60: Kafka is gone for good, with all topics of a run that follows its source.
@Tag("long")
@RealServers
class LostKafkaTest {
    private static final int DOCUMENTS = 4000;
    private static final int UPDATED = 200;
    private static final int FAILED = 1;

    @ParameterizedTest
    @EnumSource(names = {"ELASTICSEARCH_9", "OPENSEARCH_3"})
    void theNextRunGoesOnWithTheTargetOfTheLostOneAndWritesLittleAgain(SearchServerVersion version) throws Exception {
        try (ProxiedCluster cluster = ProxiedCluster.start(version, 1, 768);
                Load load = new Load()) {
            KafkaCluster gone = broker();
            try (CopyRun lost = CopyRun.on(cluster, Brokers.of(gone))
                    .withSource()
                    .holding(new Articles(7).stream(DOCUMENTS))
                    .following()) {
                for (int i = 0; i < Load.IDS; i++) {
                    lost.rest().put("/" + lost.source() + "/_doc/live-" + i, "{\"n\":0}");
                }
                List<Child> processes = List.of(lost.start("control"), lost.start("reader"), lost.start("writer"));
                lost.awaitPhase(Phase.CATCHING_UP);
                load.begin(lost.rest(), lost.source());
                Child frozen = lost.start("writer");
                lost.awaitWriters(2);
                frozen.suspend();
                processes.forEach(Child::kill);
                gone.close();
                // What nobody reads before the next run does.
                lost.holding(new Articles(8).stream(UPDATED));

                try (KafkaCluster kafka = broker();
                        CopyRun next = lost.in(Brokers.of(kafka)).following()) {
                    assertRefused(next);
                    goOn(next, frozen, load);
                }
            } finally {
                gone.close();
            }
        }
    }

    private static void assertRefused(CopyRun next) {
        CopyRun.Output plain = next.command("run");
        assertThat(plain.code()).as(plain.text()).isEqualTo(FAILED);
        assertThat(plain.text()).contains("belongs to").contains("'run --adopt-target'");

        next.targetRest().put("/" + next.target() + "/_doc/strange", "{}");
        String before = described(next);
        CopyRun.Output foreign = next.command("run", "--adopt-target", "--yes");
        assertThat(foreign.code()).as(foreign.text()).isEqualTo(FAILED);
        assertThat(foreign.text()).contains("'strange' has version 1").contains("Nothing was changed");
        assertThat(described(next)).isEqualTo(before);
        next.targetRest().delete("/" + next.target() + "/_doc/strange");
    }

    private static String described(CopyRun run) {
        run.targetRest().post("/" + run.target() + "/_refresh", "");
        return run.targetRest().get("/" + run.target()) + " "
                + run.targetRest().get("/" + run.target() + "/_count").path("count") + " " + ownNumbers(run);
    }

    private static void goOn(CopyRun next, Child frozen, Load load) throws Exception {
        Map<String, Long> before = ownNumbers(next);
        assertThat(before).hasSize(DOCUMENTS);
        Child killed = next.start("control", "--adopt-target", "--yes");
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptions()
                .until(() -> next.plan()
                        .writeAlias()
                        .startsWith("Shardstream-" + next.topics().run() + "-Write-"));
        killed.kill();
        assertThat(next.targetRest().get("/" + next.target() + "/_alias").toString())
                .contains(next.plan().writeAlias())
                .doesNotContain("\"Shardstream-" + next.topics().run() + "\"");
        frozen.resume();
        next.start("reader");
        next.start("writer");
        Child control = next.start("control");
        next.awaitPhase(Phase.CATCHING_UP);
        assertThat(control.hasSaid("The adopted target is equal to its source")).isTrue();
        Adopted adopted = ControlRecords.read(next.connection(), next.topics())
                .of(Adopted.KEY, Adopted::decode)
                .orElseThrow();
        assertThat(adopted.compared()).isTrue();
        assertThat(adopted.documents()).isGreaterThan(DOCUMENTS / 2);
        load.end();
        next.awaitCaughtUp();
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    next.targetRest().post("/" + next.target() + "/_refresh", "");
                    next.assertCopied();
                });
        Map<String, Long> after = ownNumbers(next);
        long again = before.entrySet().stream()
                .filter(one -> !one.getValue().equals(after.get(one.getKey())))
                .count();
        // Those that were updated since, and what the writers that were killed had not written.
        assertThat(again)
                .as("articles that were written again, %d mended", adopted.mended())
                .isBetween((long) UPDATED, UPDATED + DOCUMENTS / 10L);
        CopyRun.Output verified = next.command("verify", "--content", "all");
        assertThat(verified.code()).as(verified.text()).isZero();
    }

    /// The target's own sequence number of each article, which another write would change.
    private static Map<String, Long> ownNumbers(CopyRun run) {
        run.targetRest().post("/" + run.target() + "/_refresh", "");
        JsonNode hits = run.targetRest()
                .post(
                        "/" + run.target() + "/_search",
                        "{\"size\":10000,\"_source\":false,\"seq_no_primary_term\":true}")
                .path("hits")
                .path("hits");
        Map<String, Long> numbers = new TreeMap<>();
        for (JsonNode hit : hits) {
            String id = hit.path("_id").asString();
            if (id.startsWith("article-")) {
                numbers.put(id, hit.path("_seq_no").asLong());
            }
        }
        return numbers;
    }

    private static KafkaCluster broker() {
        return KafkaCluster.builder().heapMegabytes(256).compilingLittle().start();
    }

    /// Inserts, updates and deletes documents, until it is told to end.
    private static final class Load implements AutoCloseable {
        static final int IDS = 300;
        private static final Duration BETWEEN = Duration.ofMillis(10);

        private final AtomicBoolean isOver = new AtomicBoolean();
        private CompletableFuture<Integer> work = CompletableFuture.completedFuture(0);

        void begin(Rest source, String index) {
            work = CompletableFuture.supplyAsync(
                    () -> {
                        Random random = new Random(5);
                        int done = 0;
                        while (!isOver.get()) {
                            String document = "/" + index + "/_doc/live-" + random.nextInt(2 * IDS);
                            if (random.nextInt(3) == 0) {
                                source.send("DELETE", document, "");
                            } else {
                                source.put(document, "{\"n\":" + done + "}");
                            }
                            done++;
                            LockSupport.parkNanos(BETWEEN.toNanos());
                        }
                        return done;
                    },
                    task -> Thread.ofPlatform().name("load").start(task));
        }

        void end() {
            isOver.set(true);
            work.join();
        }

        @Override
        public void close() {
            isOver.set(true);
        }
    }
}
