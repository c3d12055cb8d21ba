package io.shardstream.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/// How lanes share the memory, and how they are paused, closed and read while others are stuck.
class WriterLoopLanesTest {
    private static final ItemAnswer APPLIED = new ItemAnswer.Applied();

    private final LoopFixture writer = new LoopFixture(true);

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
