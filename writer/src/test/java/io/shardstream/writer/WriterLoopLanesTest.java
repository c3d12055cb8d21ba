package io.shardstream.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.contract.record.TrimmedLanes;
import io.shardstream.common.kafka.WrittenOffset;
import io.shardstream.common.log.About;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class WriterLoopLanesTest {
    private static final ItemAnswer APPLIED = new ItemAnswer.Applied();

    private final LoopFixture writer = new LoopFixture(true);

    @Test
    void aLaneThatWasNeverCommittedBeginsWhereItsLogBegins() {
        writer.assign(0).add(0, 1, 10).step();
        writer.answer(APPLIED);
        writer.second();
        assertThat(writer.outcomes()).extracting(Outcome::from).containsExactly(0L);
        assertThat(writer.committed(0)).isEqualTo(1);
    }

    @Test
    void aLaneThatWasNeverCommittedAndHasLostItsBeginningStopsTheWriter() {
        writer.consumer.updateBeginningOffsets(Map.of(LoopFixture.lane(0), 40L));
        assertThatThrownBy(() -> writer.assign(0))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("only those below 0 are known to have been written, so offsets 0 to 39 are gone");
    }

    /// C-73: the group has lost its offsets, and nothing else is lost.
    @Test
    void aLaneThatTheRunHasTrimmedGoesOnAtItsBeginningWhereNothingIsCommitted() {
        trimmed(500);
        writer.consumer.updateBeginningOffsets(Map.of(LoopFixture.lane(0), 500L));
        writer.assign(0).startingAt(0, 500).add(0, 1, 10).step();

        assertThat(LoopFixture.ids(writer.answer(APPLIED))).containsExactly("0-500");
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(501);
    }

    @Test
    void aLaneThatTheRunHasTrimmedGoesOnAtItsBeginningWhereTheOffsetWasSetBack() {
        trimmed(500);
        writer.assign(0).consumer.commitSync(Map.of(LoopFixture.lane(0), WrittenOffset.of(300, Optional.of(4))));
        writer.assign();
        writer.consumer.updateBeginningOffsets(Map.of(LoopFixture.lane(0), 480L));
        writer.assign(0).startingAt(0, 480).add(0, 1, 10).step();

        assertThat(LoopFixture.ids(writer.answer(APPLIED))).containsExactly("0-480");
    }

    @Test
    void aLaneThatHasLostMoreThanTheRunHasTrimmedStopsTheWriter() {
        trimmed(400);
        writer.consumer.updateBeginningOffsets(Map.of(LoopFixture.lane(0), 500L));
        assertThatThrownBy(() -> writer.assign(0))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("offsets 0 to 499 are gone");
    }

    @Test
    void whatWasTrimmedOfAnotherDocsTopicSaysNothingAboutThisOne() {
        writer.say(TrimmedLanes.key(0), new TrimmedLanes("another", 0, List.of(900L)).encode());
        writer.second();
        writer.consumer.updateBeginningOffsets(Map.of(LoopFixture.lane(0), 500L));
        assertThatThrownBy(() -> writer.assign(0)).isInstanceOf(BlockedException.class);
    }

    /// The controller notes it and takes it away between two looks of the writer at the control topic.
    @Test
    void nobodyIsToldOfALossBeforeTheControlTopicIsReadToItsEnd() {
        writer.step();
        writer.say(TrimmedLanes.key(0), new TrimmedLanes(LoopFixture.PLAN.docsTopicId(), 0, List.of(500L)).encode());
        writer.consumer.updateBeginningOffsets(Map.of(LoopFixture.lane(0), 500L));
        writer.assign(0, 1).startingAt(0, 500).add(0, 1, 10).add(1, 1, 10);
        assertThat(writer.consumer.paused()).containsExactly(LoopFixture.lane(0));
        writer.second();

        assertThat(writer.consumer.paused()).isEmpty();
        assertThat(writer.allSent).flatExtracting(LoopFixture::ids).contains("0-500", "1-0");
    }

    private void trimmed(long offset) {
        writer.say(TrimmedLanes.key(0), new TrimmedLanes(LoopFixture.PLAN.docsTopicId(), 0, List.of(offset)).encode());
        writer.second();
    }

    @Test
    void aLaneWithoutLeaderHoldsUpNoOther() {
        writer.withoutLeader.add(LoopFixture.lane(0));
        writer.assign(0, 1).add(1, 1, 10);
        writer.advance(Duration.ofSeconds(10));
        writer.advance(Duration.ofSeconds(10));
        assertThat(writer.sent).hasSize(1);

        int before = writer.asked();
        for (int i = 0; i < 60; i++) {
            writer.second();
        }
        assertThat(writer.asked() - before).isBetween(3, 8);
        writer.consumer.updateBeginningOffsets(Map.of(LoopFixture.lane(2), 0L));
        writer.assign(0, 1, 2);
        assertThat(writer.consumer.paused()).containsExactly(LoopFixture.lane(0));
        writer.withoutLeader.clear();
        writer.advance(Duration.ofSeconds(10));
        assertThat(writer.consumer.paused()).isEmpty();
    }

    @Test
    void anOffsetThatNoWriterHasCommittedCountsForNothing() {
        writer.assign(0).consumer.commitSync(Map.of(LoopFixture.lane(0), new OffsetAndMetadata(2)));
        writer.assign().assign(0).add(0, 3, 10).step();
        assertThat(LoopFixture.ids(writer.answer(APPLIED))).containsExactly("0-0", "0-1", "0-2");
        assertThat(writer.logged).singleElement().satisfies(warning -> {
            assertThat(warning.sentence()).contains("offset 2 of lane 0 was set by somebody else");
            assertThat(warning.about()).isEqualTo(About.lane(0));
        });
    }

    @Test
    void lanesThatAreStuckWithAllTheMemoryDoNotKeepOneFromItsFirstRecords() {
        writer.assign(0, 1).add(0, 150, 1000).step();
        assertThat(writer.consumer.paused()).containsExactly(LoopFixture.lane(0));
        writer.add(1, 1, 10).step();
        assertThat(writer.consumer.paused()).containsExactlyInAnyOrder(LoopFixture.lane(0), LoopFixture.lane(1));
        assertThat(writer.consumer.position(LoopFixture.lane(1))).isEqualTo(1);
    }

    /// C-132: many lanes, each of whose documents is a good part of the memory.
    @Test
    void whileTheMemoryIsFullLanesThatHoldNothingAreLetInOneAtATime() {
        int document = 30_000;
        withOneDocumentInEachOf(20, document);
        assertThat(heldBytes(document)).isBetween(LoopFixture.MAX_BYTES, LoopFixture.MAX_BYTES * 2);

        for (int second = 0; second < 200; second++) {
            if (!writer.sent.isEmpty()) {
                writer.answer(APPLIED);
            }
            assertThat(heldBytes(document)).isLessThan(LoopFixture.MAX_BYTES * 2);
            writer.second();
        }
        assertThat(writer.done().applied()).isEqualTo(20);
    }

    @Test
    void lanesThatAreStuckWithAllTheMemoryKeepOthersOutForTenSecondsAndUpToTwiceTheMemory() {
        int document = 30_000;
        withOneDocumentInEachOf(20, document);
        long before = heldBytes(document);
        writer.advance(Duration.ofSeconds(9));
        assertThat(heldBytes(document)).isEqualTo(before);
        writer.advance(Duration.ofSeconds(1));
        writer.step();
        assertThat(heldBytes(document)).isEqualTo(before + document);
        for (int second = 0; second < 100; second++) {
            writer.second();
        }
        assertThat(heldBytes(document)).isBetween(LoopFixture.MAX_BYTES * 2, LoopFixture.MAX_BYTES * 2 + document);
    }

    private void withOneDocumentInEachOf(int lanes, int bytes) {
        Integer[] all = IntStream.range(0, lanes).boxed().toArray(Integer[]::new);
        writer.consumer.updateBeginningOffsets(Stream.of(all).collect(Collectors.toMap(LoopFixture::lane, _ -> 0L)));
        writer.consumer.setMaxPollRecords(1);
        writer.assign(all);
        Stream.of(all).forEach(lane -> writer.add(lane, 1, bytes));
        writer.step();
    }

    /// Of documents that were read and not written yet.
    private long heldBytes(int document) {
        long read = writer.consumer.assignment().stream()
                .mapToLong(writer.consumer::position)
                .sum();
        return (read - writer.done().applied()) * document;
    }

    @Test
    void aLaneGoesOnFromItsCommittedOffset() {
        writer.assign(0).consumer.commitSync(Map.of(LoopFixture.lane(0), WrittenOffset.of(7, Optional.empty())));
        writer.assign().assign(0).startingAt(0, 5).add(0, 4, 10).step();
        assertThat(LoopFixture.ids(writer.answer(APPLIED))).containsExactly("0-7", "0-8");
    }

    @Test
    void aLogThatLostWhatWasNotWrittenStopsTheWriterWithLaneAndOffsets() {
        writer.assign(0).consumer.commitSync(Map.of(LoopFixture.lane(0), WrittenOffset.of(7, Optional.empty())));
        writer.assign();
        writer.consumer.updateBeginningOffsets(Map.of(LoopFixture.lane(0), 9L));
        assertThatThrownBy(() -> writer.assign(0))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("Lane 0 of shardstream.run.docs")
                .hasMessageContaining("offsets 7 to 8 are gone");
    }

    @Test
    void aLogThatIsShortenedUnderTheReaderStopsTheWriter() {
        writer.assign(0).add(0, 1, 10);
        writer.consumer.updateBeginningOffsets(Map.of(LoopFixture.lane(0), 9L));
        assertThatThrownBy(writer::step)
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("Lane 0 of shardstream.run.docs has lost records")
                .hasMessageContaining("offsets 0 to 8 are gone");
    }

    @Test
    void aLogThatEndsBelowWhatComesNextStopsTheWriter() {
        writer.assign(0).consumer.setPollException(new OffsetOutOfRangeException(Map.of(LoopFixture.lane(0), 5L)));
        assertThatThrownBy(writer::step)
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("Lane 0 of shardstream.run.docs no longer has offset 5");
    }

    @Test
    void aLogThatWasCutAndWrittenAnewStopsTheWriter() {
        TopicPartition lane = LoopFixture.lane(0);
        writer.assign(0).consumer.setPollException(new LogTruncationException(Map.of(lane, 5L), Map.of()));
        assertThatThrownBy(writer::step)
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("Lane 0 of shardstream.run.docs no longer has offset 5");
    }

    /// It was frozen, another one had the lane meanwhile, and it has not heard of that.
    @Test
    void aWriterThatSleptWhileItsLaneWasWrittenAndTrimmedGoesOnWhereTheGroupIs() {
        writer.assign(0, 1).add(0, 3, 10).step();
        writer.consumer.commitSync(Map.of(LoopFixture.lane(0), WrittenOffset.of(9, Optional.empty())));
        writer.consumer.updateBeginningOffsets(Map.of(LoopFixture.lane(0), 8L));
        writer.add(0, 1, 10).step();
        assertThat(writer.logged).isEmpty();

        writer.startingAt(0, 9).add(0, 1, 10).step();
        writer.answer(APPLIED);
        assertThat(LoopFixture.ids(writer.answer(APPLIED))).containsExactly("0-9");
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(10);
        assertThat(writer.outcomes()).extracting(Outcome::from).containsExactly(9L);
    }

    @Test
    void nothingIsReadOfALaneBeforeItIsKnownWhereItBegins() {
        writer.consumer.rebalance(List.of(LoopFixture.lane(0)));
        assertThat(writer.consumer.paused()).containsExactly(LoopFixture.lane(0));
        writer.loop.doWork();
        assertThat(writer.consumer.paused()).isEmpty();
    }

    @Test
    void onlyWhatHasNoGapBelowItIsCommitted() {
        writer.assign(0).add(0, 6, 1000).step();
        assertThat(writer.sent).hasSize(2);
        LoopFixture.Sent first = writer.sent.removeFirst();
        writer.answer(APPLIED);
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(-1);
        assertThat(writer.outcomes()).isEmpty();
        writer.sent.addFirst(first);
        writer.answer(APPLIED);
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(6);
        assertThat(writer.outcomes()).extracting(Outcome::to).containsExactly(6L);
    }

    @Test
    void offsetsAreCommittedOnlyWhenKafkaHasTheirOutcomesAndRejects() {
        LoopFixture slow = new LoopFixture(false).assign(0).add(0, 1, 10);
        slow.step();
        slow.answer(new ItemAnswer.Refused("t", "r"));
        slow.second();
        assertThat(slow.rejects()).hasSize(1);
        assertThat(slow.outcomes()).isEmpty();
        slow.producer.completeNext();
        slow.second();
        assertThat(slow.outcomes()).hasSize(1);
        assertThat(slow.committed(0)).isEqualTo(-1);
        slow.second();
        assertThat(slow.outcomes()).hasSize(1);
        slow.producer.completeNext();
        slow.second();
        assertThat(slow.committed(0)).isEqualTo(1);
    }

    @Test
    void anOffsetIsNotCommittedWhileTheOutcomesOfOneOfItsRangesAreMissing() {
        LoopFixture slow =
                new LoopFixture(false).assign(0).add(0, 1, 10).startingAt(0, 5).add(0, 1, 10);
        slow.step();
        slow.answer(APPLIED);
        slow.second();
        assertThat(slow.outcomes()).extracting(Outcome::from).containsExactly(0L, 5L);
        slow.producer.completeNext();
        slow.loop.close();
        assertThat(slow.committed(0)).isEqualTo(-1);
    }

    @Test
    void aCommitThatFailsForAWhileIsMadeLaterWithoutTellingTheOutcomesAgain() {
        writer.assign(0).add(0, 1, 10).step();
        writer.commitProblem = new RebalanceInProgressException();
        writer.answer(APPLIED);
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(-1);
        writer.commitProblem = null;
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(1);
        assertThat(writer.outcomes()).hasSize(1);
    }

    @Test
    void aCommitThatIsNotAllowedEndsTheWriter() {
        writer.assign(0).add(0, 1, 10).step();
        writer.commitProblem = new TopicAuthorizationException("docs");
        writer.answer(APPLIED);
        writer.nanos += Duration.ofSeconds(1).toNanos();
        assertThatThrownBy(writer::step).isInstanceOf(TopicAuthorizationException.class);
    }

    @Test
    void aLaneThatIsTakenAwayIsCommittedAsFarAsItIsDone() {
        writer.assign(0, 1).add(0, 8, 1000).step();
        LoopFixture.Sent first = writer.sent.removeFirst();
        writer.whileWaiting =
                () -> first.answer().accept(new BulkAnswer.Items(List.of(APPLIED, APPLIED, APPLIED), 1, "n"));
        writer.assign(1);
        assertThat(writer.outcomes()).extracting(Outcome::to).containsExactly(3L);
        writer.assign(0, 1);
        assertThat(writer.committed(0)).isEqualTo(3);
    }

    @Test
    void noOffsetIsCommittedWhoseOutcomesAreToldOnlyAfterLaterOnes() {
        LoopFixture slow = new LoopFixture(false).assign(0).add(0, 1, 1000);
        slow.step();
        slow.answer(APPLIED);
        slow.second();
        slow.add(0, 1, 1000).step();
        slow.answer(APPLIED);
        slow.whileWaiting = () -> {
            slow.producer.errorNext(new TimeoutException("no leader"));
            slow.producer.completeNext();
        };
        slow.assign();
        slow.assign(0);

        assertThat(slow.committed(0)).isEqualTo(-1);
    }

    @Test
    void whatIsDoneWhileItsLaneIsReportedIsCommittedOnlyWithTheNextReport() {
        LoopFixture slow = new LoopFixture(false).assign(0).add(0, 1, 1000);
        slow.step();
        slow.answer(APPLIED);
        slow.second();
        slow.add(0, 1, 1000).step();
        slow.answer(APPLIED);
        slow.producer.completeNext();
        slow.step();

        assertThat(slow.outcomes()).extracting(Outcome::to).containsExactly(1L);
        assertThat(slow.committed(0)).isEqualTo(1);
    }

    @Test
    void waitingForALaneThatIsTakenAwayIsBounded() {
        writer.assign(0).add(0, 8, 1000).step();
        long before = writer.nanos;
        writer.assign();
        assertThat(Duration.ofNanos(writer.nanos - before)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(10));
        assertThat(writer.outcomes()).isEmpty();
    }

    @Test
    void nothingIsCommittedOfALaneThatWasLost() {
        writer.assign(0).add(0, 8, 1000).step();
        writer.answer(APPLIED);
        writer.lose(0);
        writer.answerAll(new ItemAnswer.Again("429 busy"));
        writer.advance(Duration.ofSeconds(31));
        assertThat(writer.sent).isEmpty();
        assertThat(writer.outcomes()).isEmpty();
        assertThat(writer.committed(0)).isEqualTo(-1);
    }

    @Test
    void aLaneThatComesBackStartsClean() {
        writer.assign(0).add(0, 8, 1000).step();
        LoopFixture.Sent late = writer.sent.removeFirst();
        writer.sent.clear();
        writer.assign().assign(0).startingAt(0, 0).add(0, 2, 1000).step();
        late.answer().accept(new BulkAnswer.Items(List.of(APPLIED, APPLIED, APPLIED), 1, "n"));
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(-1);
        writer.answerAll(APPLIED);
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(2);
        assertThat(writer.done().applied()).isEqualTo(2);
    }

    @Test
    void aLaneThatHoldsItsShareOfTheMemoryIsPausedUntilHalfOfItIsFree() {
        writer.assign(0, 1).add(0, 60, 1000).add(1, 1, 1000).step();
        assertThat(writer.consumer.paused()).containsExactly(LoopFixture.lane(0));
        int answered = 0;
        while (writer.consumer.paused().contains(LoopFixture.lane(0))) {
            answered += writer.answer(APPLIED).entries().size();
        }
        assertThat(answered).isBetween(30, 45);
        writer.answerAll(APPLIED);
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(60);
        assertThat(writer.committed(1)).isEqualTo(1);
    }

    @Test
    void aLaneWithAMillionOffsetsWithoutReportedOutcomeIsPausedUntilHalfOfThemAreReported() {
        writer.assign(0, 1).add(0, 1, 10).startingAt(0, 400_000).add(0, 1, 10);
        writer.startingAt(0, 999_998).add(0, 1, 10).step();
        assertThat(writer.consumer.paused()).isEmpty();
        writer.add(0, 1, 10).step();
        assertThat(writer.consumer.paused()).containsExactly(LoopFixture.lane(0));

        // The last record's bulk is never answered.
        writer.sent.removeLast();
        writer.answer(APPLIED, new ItemAnswer.Again("busy"));
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(400_000);
        assertThat(writer.consumer.paused()).containsExactly(LoopFixture.lane(0));
        writer.answer(APPLIED);
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(999_999);
        assertThat(writer.consumer.paused()).isEmpty();
    }

    @Test
    void allLanesTogetherHoldNoMoreThanAllowedButForOnePoll() {
        long poll = 30;
        writer.consumer.setMaxPollRecords(poll);
        writer.assign(0, 1).add(0, 200, 1000).add(1, 200, 1000).step();
        long records = writer.consumer.position(LoopFixture.lane(0)) + writer.consumer.position(LoopFixture.lane(1));
        long size = 1000L + "0-123".length() + 256;
        assertThat(records * size).isBetween(LoopFixture.MAX_BYTES - size * poll, LoopFixture.MAX_BYTES + size * poll);
        writer.answerAll(APPLIED);
        writer.second();
        assertThat(writer.committed(0) + writer.committed(1)).isEqualTo(400);
    }

    @Test
    void closingWaitsForWhatIsUnderWayThenCommitsAndLeaves() {
        writer.assign(0).add(0, 2, 10).step();
        LoopFixture.Sent first = writer.sent.removeFirst();
        writer.whileWaiting = () -> first.answer().accept(new BulkAnswer.Items(List.of(APPLIED, APPLIED), 1, "n"));
        writer.loop.close();
        assertThat(writer.outcomes()).extracting(Outcome::to).containsExactly(2L);
        assertThat(writer.consumer.closed()).isTrue();
        assertThat(writer.producer.closed()).isTrue();
    }

    @Test
    void aRecordThatNoRunWroteStopsTheWriterBeforeAnythingWrongIsWritten() {
        writer.assign(0);
        ConsumerRecord<byte[], byte[]> foreign =
                new ConsumerRecord<>(LoopFixture.TOPICS.docs(), 0, 0, new byte[] {'a'}, new byte[] {'{', '}'});
        foreign.headers().add("v", new byte[] {0, 0, 0, 0, 0, 0, 0, 9});
        writer.consumer.addRecord(foreign);
        assertThatThrownBy(writer::step)
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("offset 0 of shardstream.run.docs-0")
                .hasMessageContaining("'resume --read-again'");
        assertThat(writer.sent).isEmpty();
    }
}
