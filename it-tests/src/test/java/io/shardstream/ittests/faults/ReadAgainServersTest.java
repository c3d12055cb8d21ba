package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// F-42, F-43 and F-46: a run whose docs topic has lost records reads everything again when it is told to.
@Tag("long")
@RealServers
class ReadAgainServersTest {
    private static final int DOCUMENTS = 300;
    private static final int BLOCKED = 3;
    private static final int GOES_ON = 2;

    /// F-43.
    @Test
    void recordsThatWereLostBeforeTheyWereWrittenAreReadAgain() throws Exception {
        try (CopyRun run = following();
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            run.startHere("reader");
            Child frozen = run.start("writer");
            run.awaitCaughtUp();
            frozen.suspend();
            run.holding(new Articles(8).stream(DOCUMENTS));
            docs.awaitRecords(2 * DOCUMENTS);
            docs.deleteRecordsBelow(0, docs.ends().get(0));
            frozen.resume();
            assertThat(frozen.awaitEnd(TestPatience.LIMIT)).as(frozen::tail).isEqualTo(BLOCKED);
            assertThat(frozen.tail()).contains("'resume --read-again'");
            assertThat(run.command("status").code()).isEqualTo(BLOCKED);

            CopyRun.Output shown = run.command("resume", "--read-again", "--dry-run");
            assertThat(shown.text())
                    .contains("Lane 0 of " + run.topics().docs() + " has lost offsets")
                    .contains("Nothing was changed");
            assertThat(run.plan().generation()).isEqualTo(1);
            readAgain(run);
            assertThat(run.command("status").code()).isEqualTo(GOES_ON);
            run.startHere("writer");

            assertWhole(run, DOCUMENTS);
            assertThat(topics(run))
                    .contains(run.topics().docs() + ".2")
                    .doesNotContain(run.topics().docs());
        }
    }

    /// F-43: nothing can be read of what was deleted.
    @Test
    void aDocumentWhoseDeletionWasLostIsDeletedAllTheSame() throws Exception {
        try (CopyRun run = following();
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            run.startHere("reader");
            Child killed = run.start("writer");
            run.awaitCaughtUp();
            HoldPoint deletion = Servers.cluster().hold(Direction.REQUEST, what -> what.contains("_bulk"), 1);
            String id = anyId(run);
            run.rest().delete("/" + run.source() + "/_doc/" + id);
            deletion.awaitReached();
            List<Long> ends = docs.ends();
            for (int lane = 0; lane < ends.size(); lane++) {
                docs.deleteRecordsBelow(lane, ends.get(lane));
            }
            killed.kill();
            deletion.swallow();
            Here writer = run.startHere("writer");
            assertThat(writer.awaitEnd(TestPatience.LIMIT)).as(writer::said).isEqualTo(BLOCKED);
            assertThat(isInTarget(run, id)).isTrue();

            readAgain(run);
            run.startHere("writer");

            assertWhole(run, DOCUMENTS - 1);
            assertThat(isInTarget(run, id)).isFalse();
        }
    }

    /// F-42.
    @Test
    void aRunWhoseDocsTopicWasDeletedReadsAllOfIt() throws Exception {
        try (CopyRun run = following();
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            Here reader = run.startHere("reader");
            Child killed = run.start("writer");
            run.awaitCaughtUp();
            killed.kill();
            run.holding(new Articles(8).stream(DOCUMENTS));
            docs.awaitRecords(2 * DOCUMENTS);
            docs.delete();
            assertThat(reader.awaitEnd(TestPatience.LIMIT)).as(reader::said).isEqualTo(BLOCKED);
            assertThat(reader.said()).contains("'resume --read-again'");
            Here refused = run.startHere("writer");
            assertThat(refused.awaitEnd(TestPatience.LIMIT)).as(refused::said).isEqualTo(BLOCKED);

            readAgain(run);
            assertThat(run.command("status", "--wait", "catching-up", "--timeout", "2s")
                            .code())
                    .isEqualTo(GOES_ON);
            run.startHere("reader");
            run.startHere("writer");
            assertThat(run.command("status", "--wait", "catching-up").code()).isZero();

            assertWhole(run, DOCUMENTS);
        }
    }

    /// F-46.
    @Test
    void aRunWhoseDocsTopicHasGotMorePartitionsReadsIntoOneThatFits() throws Exception {
        try (CopyRun run = following();
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            blockByAddedPartition(run, docs);

            readAgain(run);
            run.startHere("reader");
            run.startHere("writer");

            assertWhole(run, DOCUMENTS);
        }
    }

    @Test
    void whoWorksOrSleepsMeanwhileGoesOnWithTheNewTopicsByItself() throws Exception {
        try (CopyRun run = following()) {
            Child reader = run.start("reader");
            Child writer = run.start("writer");
            Child sleepingReader = run.start("reader");
            Child sleepingWriter = run.start("writer");
            run.awaitCaughtUp();
            run.awaitReaders(2);
            run.awaitWriters(2);
            sleepingReader.suspend();
            sleepingWriter.suspend();
            run.holding(new Articles(8).stream(DOCUMENTS));
            readAgain(run);
            run.awaitCaughtUp();
            sleepingReader.resume();
            sleepingWriter.resume();
            run.awaitReaders(2);
            run.awaitWriters(2);
            run.holding(new Articles(9).stream(DOCUMENTS));

            assertWhole(run, DOCUMENTS);
            assertThat(List.of(reader, writer, sleepingReader, sleepingWriter)).allMatch(Child::isAlive);
            assertThat(run.plan().generation()).isEqualTo(2);
            assertThat(ControlRecords.read(run.connection(), run.topics()).blocked())
                    .isEmpty();
        }
    }

    @Test
    void aCommandThatIsKilledIsMadeUpForWhenItIsGivenAgain() throws Exception {
        try (CopyRun run = following();
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            blockByAddedPartition(run, docs);

            HoldPoint decision = Servers.kafka()
                    .proxy()
                    .hold(Direction.REQUEST, what -> what.startsWith("END_TXN shardstream-controller"), 2);
            Child undecided = run.start("resume", "--read-again");
            decision.awaitReached();
            undecided.kill();
            decision.swallow();
            assertThat(run.plan().generation()).isEqualTo(1);
            HoldPoint deletion =
                    Servers.kafka().proxy().hold(Direction.REQUEST, what -> what.startsWith("DELETE_TOPICS"), 1);
            Child untidy = run.start("resume", "--read-again");
            deletion.awaitReached();
            untidy.kill();
            deletion.swallow();
            assertThat(run.plan().generation()).isEqualTo(2);
            assertThat(readAgain(run)).contains("An earlier 'resume --read-again' is finished now");

            assertThat(run.plan().generation()).isEqualTo(2);
            assertThat(topics(run)).doesNotContain(run.topics().docs());
            run.startHere("reader");
            run.startHere("writer");
            assertWhole(run, DOCUMENTS);
        }
    }

    /// C-106: what an earlier command could not delete says nothing about the wish of now.
    @Test
    void anOldTopicThatIsStillThereDoesNotTakeTheWishForTheRestOfAnother() throws Exception {
        try (CopyRun run = following();
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();
            readAgain(run);
            run.awaitCaughtUp();
            docs.makeAgain();

            assertThat(run.command("resume", "--read-again").text())
                    .contains("reads everything again, into " + run.topics().docs() + ".3");
            assertThat(run.plan().generation()).isEqualTo(3);
            try (DocsTopicInHand third = DocsTopicInHand.of(run)) {
                third.awaitRecords(DOCUMENTS);
            }
            assertWhole(run, DOCUMENTS);
            assertThat(topics(run)).doesNotContain(run.topics().docs());
        }
    }

    private static String readAgain(CopyRun run) {
        CopyRun.Output output = run.command("resume", "--read-again");
        assertThat(output.code()).as(output.text()).isZero();
        assertThat(output.text()).contains("tart again what has stopped.");
        return output.text();
    }

    private static void assertWhole(CopyRun run, int documents) {
        run.awaitCaughtUp();
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    run.targetRest().post("/" + run.target() + "/_refresh", "");
                    assertThat(run.assertCopied().equal()).isEqualTo(documents);
                });
        CopyRun.Output verified = run.command("verify", "--content", "all");
        assertThat(verified.code()).as(verified.text()).isZero();
    }

    private static String anyId(CopyRun run) {
        return run.rest()
                .get("/" + run.source() + "/_search?size=1")
                .path("hits")
                .path("hits")
                .path(0)
                .path("_id")
                .asString();
    }

    private static boolean isInTarget(CopyRun run, String id) {
        return run.targetRest()
                .send("GET", "/" + run.target() + "/_doc/" + id, "")
                .isOk();
    }

    private static Set<String> topics(CopyRun run) throws Exception {
        try (Admin admin = run.connection().admin("test")) {
            return admin.listTopics().names().get();
        }
    }

    /// Reader and writer are at work, notice, and end; the source changes after that.
    private static void blockByAddedPartition(CopyRun run, DocsTopicInHand docs) throws Exception {
        Here reader = run.startHere("reader");
        Here writer = run.startHere("writer");
        run.awaitCaughtUp();
        docs.addPartition();
        assertThat(reader.awaitEnd(TestPatience.LIMIT)).as(reader::said).isEqualTo(BLOCKED);
        assertThat(writer.awaitEnd(TestPatience.LIMIT)).as(writer::said).isEqualTo(BLOCKED);
        run.holding(new Articles(8).stream(DOCUMENTS));
    }

    private static CopyRun following() {
        return CopyRun.create()
                .withSource()
                .holding(new Articles(7).stream(DOCUMENTS))
                .following()
                .planned();
    }
}
