package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The start of the docs topic is taken away behind what is verified or written, and nobody takes that for a loss; that
/// of the rejects topic is one.
@Tag("long")
@RealServers
class TrimmedLogTest {
    private static final int DOCUMENTS = 300;
    private static final int FITTING = 130;
    private static final int REFUSED = 22;

    @Test
    void whatAVerificationHasFoundIsTrimmedAndNothingBefore() throws Exception {
        try (CopyRun run = following("verified");
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();
            // Long enough for a controller that does not wait for a verification: it looks every five seconds
            // where nothing was taken away.
            Awaitility.await()
                    .during(Duration.ofSeconds(6))
                    .atMost(TestPatience.LIMIT)
                    .untilAsserted(() -> assertThat(docs.beginnings()).containsOnly(0L));
            List<Long> verified = docs.ends();
            CopyRun.Output verify = run.command("verify");
            assertThat(verify.code()).as(verify.text()).isZero();

            awaitBeginnings(docs, verified);
            run.holding(new Articles(8).stream(DOCUMENTS));
            run.awaitCaughtUp();
            assertThat(docs.beginnings()).isEqualTo(verified);
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    /// The target has its translog synced with each request, as servers do where nobody says otherwise.
    @Test
    void aRunFileThatDoesNotSayHasTakenAwayWhatADurableTargetHasAcknowledged() throws Exception {
        CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(7).stream(DOCUMENTS))
                .withDefaults()
                .following()
                .planned();
        try (run;
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();

            awaitBeginnings(docs, docs.ends());
            run.holding(new Articles(8).stream(DOCUMENTS));
            run.awaitCaughtUp();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    @Test
    void aWriterThatSleptWhileAnotherWroteItsLanesAndTheyWereTrimmedGoesOn() throws Exception {
        try (CopyRun run = following("written");
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            run.startHere("reader");
            Child frozen = run.start("writer");
            run.awaitCaughtUp();
            frozen.suspend();
            run.holding(new Articles(8).stream(DOCUMENTS));
            docs.awaitRecords(2 * DOCUMENTS);
            try (Here _ = run.startHere("writer")) {
                run.awaitCaughtUp();
                awaitBeginnings(docs, docs.ends());
                frozen.resume();
                run.awaitWriters(2);
            }
            run.holding(new Articles(9).stream(DOCUMENTS));
            run.awaitCaughtUp();

            assertThat(frozen.isAlive()).as(frozen::tail).isTrue();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    /// C-73: nobody has written for longer than the brokers keep a group's offsets.
    @Test
    void aGroupThatHasLostItsOffsetsGoesOnWhereItsTrimmedLanesBegin() throws Exception {
        try (CopyRun run = following("written");
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            run.startHere("reader");
            List<Long> written;
            try (Here _ = run.startHere("writer")) {
                run.awaitCaughtUp();
                written = docs.ends();
                awaitBeginnings(docs, written);
            }
            run.holding(new Articles(8).stream(DOCUMENTS));
            docs.awaitRecords(2 * DOCUMENTS);
            docs.deleteWritersOffsets();
            long known = written.stream().mapToLong(Long::longValue).sum();
            assertThat(run.command("status").text()).contains("written   " + known + " documents");
            run.startHere("writer");
            run.awaitCaughtUp();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    /// C-12: rejects that Kafka has lost are counted, named, and told again by the target.
    @Test
    void rejectsThatExpireAreNotForgotten() throws Exception {
        try (CopyRun run = CopyRun.create()
                        .withSource("\"number_of_shards\":3", "{\"properties\":{\"n\":{\"type\":\"keyword\"}}}")
                        .withTarget("mappings: {properties: {n: {type: long}}}")
                        .following();
                RunTopicsInHand topics = new RunTopicsInHand(run)) {
            put(run, 0, FITTING, "7");
            put(run, FITTING, FITTING + REFUSED, "seven");
            run.planned();
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();
            run.awaitPhase(Phase.CATCHING_UP);
            assertThat(run.rejects()).hasSize(REFUSED);
            topics.empty(run.topics().rejects());

            String lost = REFUSED + " records of rejects are no longer in Kafka";
            CopyRun.Output status = run.command("status");
            assertThat(status.text()).contains("written   " + FITTING + " documents", "rejected  0 documents; " + lost);
            assertThat(run.command("rejects", "list").text()).contains(lost);
            CopyRun.Output refused = run.command("cutover", "--dry-run");
            assertThat(refused.code()).as(refused.text()).isEqualTo(1);
            assertThat(refused.text()).contains("source and target differ", lost, "'verify --repair'");

            CopyRun.Output repaired = run.command("verify", "--repair");
            assertThat(repaired.code()).as(repaired.text()).isZero();
            run.awaitCaughtUp();
            assertThat(run.rejects()).hasSize(REFUSED);
            assertThat(run.command("status").text()).contains("rejected  " + REFUSED + " documents; " + lost);
        }
    }

    /// Nobody repairs anything of a run that has ended. One whose rejects topic is gone is no broker that is away.
    @Test
    void rejectsThatAreLostAfterTheEndAreFoundByAComparison() throws Exception {
        try (CopyRun run = CopyRun.create()
                        .withSource("\"number_of_shards\":3", "{\"properties\":{\"n\":{\"type\":\"keyword\"}}}")
                        .withTarget("mappings: {properties: {n: {type: long}}}");
                RunTopicsInHand topics = new RunTopicsInHand(run)) {
            put(run, 0, FITTING, "7");
            put(run, FITTING, FITTING + REFUSED, "seven");
            run.planned();
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCompleteButForRejects();
            topics.empty(run.topics().rejects());

            String lost = REFUSED + " records of rejects are no longer in Kafka";
            assertThat(run.command("rejects", "list").text())
                    .contains(lost, "'verify' names")
                    .doesNotContain("--repair");
            assertThat(run.command("run").text()).contains(lost);
            assertThat(run.command("status").code()).isEqualTo(5);
            assertThat(run.command("verify").code()).isEqualTo(4);

            topics.delete(run.topics().rejects());
            for (String[] words : new String[][] {{"rejects", "list"}, {"status"}, {"run"}}) {
                CopyRun.Output gone = run.command(words);
                assertThat(gone.code()).as(gone.text()).isEqualTo(1);
                assertThat(gone.text())
                        .contains("Topic " + run.topics().rejects() + " is gone", "'verify' names")
                        .doesNotContain("does not answer");
            }
        }
    }

    private static void put(CopyRun run, int from, int to, String n) {
        IntStream.range(from, to)
                .forEach(id -> run.rest().put("/" + run.source() + "/_doc/" + id, "{\"n\":\"" + n + "\"}"));
    }

    private static void awaitBeginnings(DocsTopicInHand docs, List<Long> wanted) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(docs.beginnings()).isEqualTo(wanted));
    }

    private static CopyRun following(String trim) {
        return CopyRun.create()
                .withSource()
                .holding(new Articles(7).stream(DOCUMENTS))
                .withDocs("max-document: 100mb\ntrim: " + trim)
                .following()
                .planned();
    }
}
