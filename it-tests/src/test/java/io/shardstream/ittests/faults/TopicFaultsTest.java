package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.copy.TopicContent;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.kafka.KafkaBroker;
import io.shardstream.workload.load.Articles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// F-42, F-43, F-44, F-46 and F-49: what a person, or a broker, does to the topics of a run, and to the
/// offsets that are committed of its docs topic, while the run works.
@Tag("long")
@RealServers
class TopicFaultsTest {
    private static final int DOCUMENTS = 300;
    private static final int BLOCKED = 3;

    /// F-42.
    @Test
    void aRunWhoseDocsTopicIsDeletedIsBlockedAndSaysSo() throws Exception {
        assertBlockedAfter(DocsTopicInHand::delete, "was deleted while the run was working.");
    }

    /// F-42.
    @Test
    void aRunWhoseDocsTopicIsMadeAnewIsBlockedAndSaysSo() throws Exception {
        assertBlockedAfter(DocsTopicInHand::makeAnew, "was deleted and made again while the run was working");
    }

    /// F-46.
    @Test
    void aRunWhoseDocsTopicGetsMorePartitionsIsBlockedAndSaysSo() throws Exception {
        assertBlockedAfter(DocsTopicInHand::addPartition, "has 6 partitions, but the run's plan says 5");
    }

    /// C-33: whoever has heard the plan stops, whoever comes is told, and the target is taken over.
    @Test
    void aRunWhoseControlTopicIsEmptiedIsBlockedAndTakenOver() throws Exception {
        try (CopyRun run = following();
                RunTopicsInHand topics = new RunTopicsInHand(run)) {
            String lost = "Topic " + run.topics().control() + " has lost the ";
            assertAllBlockedAfter(run, () -> topics.empty(run.topics().control()), lost);
            assertSaidByWhoComes(run, lost + "run's plan");

            topics.deleteAll();
            assertTakenOver(run);
        }
    }

    /// C-33.
    @Test
    void aRunWhoseControlTopicIsDeletedIsBlockedAndSaysSo() throws Exception {
        try (CopyRun run = following();
                RunTopicsInHand topics = new RunTopicsInHand(run)) {
            String control = run.topics().control();
            assertAllBlockedAfter(run, () -> topics.delete(control), "Topic " + control + " was deleted");
            assertSaidByWhoComes(
                    run,
                    "Topic " + run.topics().docs() + " holds records, and " + control
                            + ", which had the plan for them, is gone.");
        }
    }

    /// C-33: what the checkpoints said is read again.
    @Test
    void aRunWhoseCheckpointsAreEmptiedReadsAllOfItAgain() throws Exception {
        assertReadAgainAfter(
                RunTopicsInHand::empty, "has lost the start of partition", "has lost checkpoints of shard");
    }

    /// C-33.
    @Test
    void aRunWhoseTopicOfCheckpointsIsDeletedReadsAllOfItAgain() throws Exception {
        assertReadAgainAfter(RunTopicsInHand::delete, "was deleted while the run was working", "is gone.");
    }

    /// C-33: a control that works looks once a minute, and one that begins at once.
    @Test
    void settingsByWhichRecordsOfARunWouldExpireAreSetBack() throws Exception {
        try (CopyRun run = wish().plannedOnly();
                RunTopicsInHand topics = new RunTopicsInHand(run)) {
            topics.set(run.topics().docs(), "retention.ms", "86400000");
            topics.set(run.topics().slices(), "cleanup.policy", "delete");
            assertThat(onOneLine(run.command("doctor")))
                    .contains("Topic " + run.topics().docs() + " has retention.ms=86400000")
                    .contains("Topic " + run.topics().slices() + " has cleanup.policy=delete");
            run.startHere("control");
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .pollInterval(Duration.ofMillis(200))
                    .untilAsserted(() -> {
                        assertThat(topics.setting(run.topics().docs(), "retention.ms"))
                                .isEqualTo("-1");
                        assertThat(topics.setting(run.topics().slices(), "cleanup.policy"))
                                .isEqualTo("compact");
                    });
        }
    }

    /// What somebody does to a topic of the run.
    @FunctionalInterface
    private interface Deed {
        void on(RunTopicsInHand topics, String topic) throws Exception;
    }

    private static void assertReadAgainAfter(Deed deed, String what, String missing) throws Exception {
        try (CopyRun run = following();
                RunTopicsInHand topics = new RunTopicsInHand(run)) {
            String slices = run.topics().slices();
            Here reader = run.startHere("reader");
            Here control = run.startHere("control");
            run.startHere("writer");
            run.awaitCaughtUp();
            deed.on(topics, slices);

            assertBlocked(reader, "Topic " + slices + " " + what);
            assertThat(reader.said()).contains("and nothing of the target: 'resume --read-again'");
            assertBlocked(control, "Topic " + slices + " " + what);
            CopyRun.Output again = run.command("resume", "--read-again");
            assertThat(again.code()).as(again.text()).isZero();
            assertThat(again.text()).contains("Topic " + slices + " " + missing);
            assertThat(topics.setting(slices, "cleanup.policy")).isEqualTo("compact");
            run.holding(new Articles(8).stream(DOCUMENTS));
            run.startHere("control");
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    /// Something that may go wrong.
    @FunctionalInterface
    private interface Step {
        void take() throws Exception;
    }

    private static void assertAllBlockedAfter(CopyRun run, Step fault, String sentence) throws Exception {
        List<Here> parts = List.of(run.startHere("control"), run.startHere("reader"), run.startHere("writer"));
        run.awaitCaughtUp();
        fault.take();
        for (Here part : parts) {
            assertBlocked(part, sentence);
            assertThat(part.said()).contains("start 'run --adopt-target'");
        }
    }

    private static void assertSaidByWhoComes(CopyRun run, String sentence) {
        for (List<String> words : List.of(
                List.of("status"),
                List.of("doctor"),
                List.of("plan"),
                List.of("cutover"),
                List.of("run"),
                List.of("reader"))) {
            CopyRun.Output output = run.command(words.toArray(String[]::new));
            assertThat(output.code()).as(output.text()).isNotZero();
            assertThat(onOneLine(output))
                    .as("%s", words)
                    .contains(sentence)
                    .contains("start 'run --adopt-target'")
                    .doesNotContain("has not been prepared yet")
                    .doesNotContain("Name another");
        }
    }

    private static String onOneLine(CopyRun.Output output) {
        return output.text().replaceAll("\\s+", " ");
    }

    /// The source has gone on meanwhile.
    private static void assertTakenOver(CopyRun run) throws Exception {
        run.holding(new Articles(8).stream(DOCUMENTS));
        try (Here _ = Here.start("run", run.runFile(), "--adopt-target", "--yes")) {
            run.awaitPhase(Phase.CATCHING_UP);
            run.awaitCaughtUp();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    /// What somebody does to the docs topic.
    @FunctionalInterface
    private interface Fault {
        void on(DocsTopicInHand docs) throws Exception;
    }

    /// Reader and writer both end, and what had been written by then is as it was.
    private static void assertBlockedAfter(Fault fault, String what) throws Exception {
        try (CopyRun run = following();
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            Here reader = run.startHere("reader");
            Here writer = run.startHere("writer");
            run.awaitCaughtUp();
            fault.on(docs);

            String sentence = "Topic " + run.topics().docs() + " " + what;
            assertBlocked(reader, sentence);
            assertBlocked(writer, sentence);
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    /// F-43.
    @Test
    void recordsThatAreDeletedUnderAWriterBlockItWithLaneAndOffsetsAndAnotherRunCopiesThem() throws Exception {
        try (CopyRun run = following();
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            run.startHere("reader");
            Child frozen = run.start("writer");
            run.awaitCaughtUp();
            long committed = docs.committed(0);
            frozen.suspend();
            run.holding(new Articles(8).stream(DOCUMENTS));
            docs.awaitRecords(2 * DOCUMENTS);
            long end = docs.ends().get(0);
            assertThat(end).isGreaterThan(committed + 1);
            docs.deleteRecordsBelow(0, end);
            frozen.resume();

            String lane = "Lane 0 of " + run.topics().docs();
            assertThat(frozen.awaitEnd(TestPatience.LIMIT)).as(frozen::tail).isEqualTo(BLOCKED);
            assertThat(frozen.tail()).contains(lane);
            assertBlocked(
                    run.startHere("writer"),
                    lane + " has lost records: it begins at offset " + end + ", but only those below " + committed
                            + " are known to have been written, so offsets " + committed + " to " + (end - 1)
                            + " are gone");
            assertThat(run.compare().isClean()).isFalse();

            try (CopyRun another = run.again()) {
                another.planned();
                another.startHere("reader");
                another.startHere("writer");
                another.awaitComplete();
                assertThat(another.assertCopied().equal()).isEqualTo(DOCUMENTS);
            }
        }
    }

    /// F-44.
    @Test
    void lanesWhoseCommittedOffsetsAreDeletedAreWrittenFromTheirStartAndOneThatHasNoStartBlocks() throws Exception {
        try (CopyRun run = following();
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            run.startHere("reader");
            try (Here _ = run.startHere("writer")) {
                run.awaitCaughtUp();
            }
            run.holding(new Articles(8).stream(DOCUMENTS));
            docs.awaitRecords(2 * DOCUMENTS);
            docs.deleteWritersOffsets();
            try (Here _ = run.startHere("writer")) {
                run.awaitCaughtUp();
            }
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
            outcomesByLane(run)
                    .forEach((lane, outcomes) -> assertThat(outcomes)
                            .as("lane %d: %s", lane, outcomes)
                            .filteredOn(outcome -> outcome.from() == 0)
                            .hasSize(2));

            docs.deleteRecordsBelow(0, 1);
            docs.deleteWritersOffsets();
            assertBlocked(
                    run.startHere("writer"),
                    "Lane 0 of " + run.topics().docs() + " has lost records: it begins at offset 1, but only those"
                            + " below 0 are known to have been written, so offsets 0 to 0 are gone");
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    /// F-44.
    @Test
    void offsetsThatSomebodyHasMovedForwardSkipNothing() throws Exception {
        try (CopyRun run = following();
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            run.startHere("reader");
            try (Here _ = run.startHere("writer")) {
                run.awaitCaughtUp();
            }
            run.holding(new Articles(8).stream(DOCUMENTS));
            docs.awaitRecords(2 * DOCUMENTS);
            docs.setWritersOffsetsToTheEnd();
            run.startHere("writer");
            run.awaitCaughtUp();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    /// F-49.
    @Test
    void aBrokerThatDiesWhenAWriterAsksWhereItsLanesBeginMakesNoneBeginElsewhere() throws Exception {
        KafkaBroker broker = Servers.kafka().broker();
        try (CopyRun run = following()) {
            run.startHere("reader");
            try (Here _ = run.startHere("writer")) {
                run.awaitCaughtUp();
            }
            run.holding(new Articles(8).stream(DOCUMENTS));
            HoldPoint asked = Servers.kafka()
                    .proxy()
                    .hold(Direction.REQUEST, exchange -> exchange.startsWith("OFFSET_FETCH shardstream-writer"), 1);
            run.startHere("writer");
            asked.awaitReached();
            broker.kill();
            asked.swallow();
            broker.start();
            run.awaitCaughtUp();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
            outcomesByLane(run).forEach((lane, outcomes) -> {
                long next = 0;
                for (Outcome outcome : outcomes) {
                    assertThat(outcome.from()).as("lane %d: %s", lane, outcomes).isEqualTo(next);
                    next = outcome.to();
                }
            });
        }
    }

    private static void assertBlocked(Here part, String sentence) {
        assertThat(part.awaitEnd(TestPatience.LIMIT)).as(part::said).isEqualTo(BLOCKED);
        assertThat(part.said()).contains(sentence);
    }

    /// In the order in which they were told.
    private static Map<Integer, List<Outcome>> outcomesByLane(CopyRun run) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>(
                new TopicContent(run.connection()).of(run.topics().outcomes()));
        records.sort(Comparator.comparingLong(ConsumerRecord::offset));
        return records.stream()
                .map(record -> Outcome.decode(record.value()))
                .collect(Collectors.groupingBy(Outcome::lane));
    }

    private static CopyRun following() {
        return wish().planned();
    }

    private static CopyRun wish() {
        return CopyRun.create()
                .withSource()
                .holding(new Articles(7).stream(DOCUMENTS))
                .following();
    }
}
