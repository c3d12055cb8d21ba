package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.sample.Articles;
import io.shardstream.common.record.Outcome;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.copy.TopicContent;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.Patience;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.localcluster.kafka.KafkaBroker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// F-42, F-43, F-44, F-46 and F-49: what a person, or a broker, does to the docs topic and to the offsets that are
/// committed of it while a run works.
@Tag("long")
@RealServers
class DocsTopicFaultsTest {
    private static final int DOCUMENTS = 300;
    private static final int BLOCKED = 3;

    /// F-42.
    @Test
    void aRunWhoseDocsTopicIsDeletedIsBlockedAndSaysSo() throws Exception {
        assertBlockedAfter(DocsTopic::delete, "was deleted while the run was working.");
    }

    /// F-42.
    @Test
    void aRunWhoseDocsTopicIsMadeAnewIsBlockedAndSaysSo() throws Exception {
        assertBlockedAfter(DocsTopic::makeAnew, "was deleted and made again while the run was working");
    }

    /// F-46.
    @Test
    void aRunWhoseDocsTopicGetsMorePartitionsIsBlockedAndSaysSo() throws Exception {
        assertBlockedAfter(DocsTopic::addPartition, "has 6 partitions, but the run's plan says 5");
    }

    /// What somebody does to the docs topic.
    @FunctionalInterface
    private interface Fault {
        void on(DocsTopic docs) throws Exception;
    }

    /// Reader and writer both end, and what had been written by then is as it was.
    private static void assertBlockedAfter(Fault fault, String what) throws Exception {
        try (CopyRun run = following();
                DocsTopic docs = DocsTopic.of(run)) {
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
                DocsTopic docs = DocsTopic.of(run)) {
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
            assertThat(frozen.awaitEnd(Patience.LIMIT)).as(frozen::tail).isEqualTo(BLOCKED);
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
                DocsTopic docs = DocsTopic.of(run)) {
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
                DocsTopic docs = DocsTopic.of(run)) {
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
        assertThat(part.awaitEnd(Patience.LIMIT)).as(part::said).isEqualTo(BLOCKED);
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
        return CopyRun.create()
                .withSource()
                .holding(new Articles(7).stream(DOCUMENTS))
                .following()
                .planned();
    }
}
