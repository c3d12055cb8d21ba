package io.shardstream.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.contract.record.TrimmedLanes;
import io.shardstream.common.kafka.WrittenOffset;
import io.shardstream.common.log.About;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.writer.answer.ItemAnswer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/// Where a lane begins, and what has been lost of it.
class WriterLoopBeginningsTest {
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
}
