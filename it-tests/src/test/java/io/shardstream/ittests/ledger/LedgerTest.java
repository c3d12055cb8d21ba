package io.shardstream.ittests.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.control.console.ledger.LedgerKeeper;
import io.shardstream.control.console.ledger.LedgerState;
import io.shardstream.control.state.controller.Beside;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.TopicContent;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.process.FreePorts;
import io.shardstream.workload.load.Articles;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What the ledger says against what lies in the topics and in the target, after SIGKILLs of whoever keeps it and of a
/// writer. `-Dshardstream.ledger.kills=20` kills more often.
@Tag("long")
@RealServers
class LedgerTest {
    private static final int KILLS = Integer.getInteger("shardstream.ledger.kills", 3);
    private static final int DOCUMENTS = 400;
    private static final int LONGEST_PAUSE_MILLIS = 6000;
    private static final long SEED = 1;

    private final String port = Integer.toString(new FreePorts(new Random()).next());
    private final Rest api = new Rest(URI.create("http://127.0.0.1:" + port));
    private final Random random = new Random(SEED);

    @Test
    void itSaysWhatTopicsAndTargetSayHoweverOftenItsKeeperIsKilled() {
        try (CopyRun run = CopyRun.create().withSource().following()) {
            Child control = startControl(run);
            run.awaitPhase(Phase.CATCHING_UP);
            run.start("reader");
            Child writer = run.start("writer");
            for (int kill = 1; kill <= KILLS; kill++) {
                run.holding(new Articles(kill).stream(DOCUMENTS));
                if (random.nextBoolean()) {
                    awaitLedger();
                }
                pause();
                control.kill();
                if (random.nextBoolean()) {
                    writer.kill();
                    writer = run.start("writer");
                }
                control = startControl(run);
            }
            run.awaitCaughtUp();

            Map<Integer, List<ConsumerRecord<byte[], byte[]>>> lanes = new TopicContent(run.connection())
                    .of(run.topics().docs()).stream()
                            .collect(Collectors.groupingBy(
                                    ConsumerRecord::partition, TreeMap::new, Collectors.toList()));
            awaitRecords(lanes.values().stream().mapToLong(List::size).sum());
            JsonNode ledger = awaitLedger();
            System.out.printf("ledger: %d kills of control, %s%n", KILLS, ledger.path("total"));

            assertThat(ledger.at("/total/exact").asBoolean())
                    .as(ledger::toString)
                    .isTrue();
            assertThat(ledger.at("/total/rejected").asLong()).isZero();
            assertThat(ledger.path("rejects_by_type").isEmpty()).isTrue();
            assertThat(ledger.path("lanes").size()).isEqualTo(lanes.size());
            ledger.path("lanes").forEach(lane -> {
                List<ConsumerRecord<byte[], byte[]>> records =
                        lanes.getOrDefault(lane.path("lane").asInt(), List.of());
                assertThat(lane.path("records").asLong()).isEqualTo(records.size());
                assertThat(lane.path("bytes").asLong())
                        .isEqualTo(records.stream()
                                .mapToLong(one -> one.value() == null ? 0 : one.value().length)
                                .sum());
            });
            long documents = run.targetRest()
                    .get("/" + run.target() + "/_count")
                    .path("count")
                    .asLong();
            // Each time the same ones, with other bodies.
            assertThat(documents).isEqualTo(DOCUMENTS);
            assertThat(ledger.at("/total/applied").asLong()
                            + ledger.at("/total/superseded").asLong())
                    .isGreaterThanOrEqualTo(documents);
            ledger.path("shards")
                    .forEach(shard -> assertThat(shard.path("docs").asLong())
                            .isEqualTo(run.checkpoints()
                                    .get(shard.path("shard").asInt())
                                    .docs()));
            run.assertCopied();
        }
    }

    /// One that is deposed and has not noticed yet has joined again.
    @Test
    void whatTwoProcessesKeepAPartOfEachNeitherOfThemSays() {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(1).stream(DOCUMENTS))
                .following()) {
            startControl(run);
            run.awaitPhase(Phase.CATCHING_UP);
            awaitLedger();
            LedgerKeeper other =
                    LedgerKeeper.of(run.connection(), run.topics(), run.plan(), Duration.ofSeconds(6), (short) 1);
            try (Beside.Kept _ = other.begin()) {
                // Longer than while tasks are divided anew.
                Awaitility.await()
                        .atMost(TestPatience.LIMIT)
                        .pollInterval(Duration.ofMillis(300))
                        .during(Duration.ofSeconds(5))
                        .until(() -> !api.send("GET", "/v1/ledger", "").isOk());
                assertThat(other.state()).isInstanceOf(LedgerState.Restoring.class);
            }
            awaitLedger();
        }
    }

    private Child startControl(CopyRun run) {
        return run.start("control", "--http", port);
    }

    private void awaitRecords(long records) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(300))
                .until(() -> awaitLedger().at("/total/records").asLong() >= records);
    }

    private JsonNode awaitLedger() {
        return Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(300))
                .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                .until(() -> api.send("GET", "/v1/ledger", ""), Rest.Answer::isOk)
                .body();
    }

    /// So that it is killed at any moment of its work.
    private void pause() {
        LockSupport.parkNanos(
                Duration.ofMillis(random.nextInt(LONGEST_PAUSE_MILLIS)).toNanos());
    }
}
