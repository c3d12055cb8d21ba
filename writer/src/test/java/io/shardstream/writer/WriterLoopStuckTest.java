package io.shardstream.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Outcome;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/// A partition of the outcomes or rejects that takes nothing, for however long.
class WriterLoopStuckTest {
    private static final ItemAnswer APPLIED = new ItemAnswer.Applied();
    private static final ItemAnswer REFUSED = new ItemAnswer.Refused("type", "reason");
    private static final TopicPartition OUTCOMES = new TopicPartition(LoopFixture.TOPICS.outcomes(), 0);
    private static final TopicPartition REJECTS = new TopicPartition(LoopFixture.TOPICS.rejects(), 0);

    private final LoopFixture writer = new LoopFixture(true);

    @Test
    void aPartitionThatTakesNoOutcomesHoldsUpTheCommitsOfNoOtherLane() {
        writer.stuck.add(OUTCOMES);
        writer.assign(0, 1);
        for (int round = 1; round <= 5; round++) {
            writer.add(0, 1, 10).add(1, 1, 10).step();
            writer.answerAll(APPLIED);
            writer.second();
            writer.second();
            assertThat(writer.committed(1)).isEqualTo(round);
        }
        assertThat(writer.committed(0)).isEqualTo(-1);
        assertThat(writer.withheld).as("told once").hasSize(1);
    }

    @Test
    void aPartitionThatTakesNoRejectsHoldsUpTheCommitsOfNoOtherLane() {
        writer.stuck.add(REJECTS);
        writer.assign(0, 1).add(0, 1, 10).add(1, 1, 10).step();
        writer.answerAll(REFUSED);
        writer.add(1, 1, 10).step();
        writer.answerAll(APPLIED);
        writer.second();
        assertThat(writer.rejects()).hasSize(1);
        assertThat(writer.committed(1)).isEqualTo(2);
        assertThat(writer.committed(0)).isEqualTo(-1);
    }

    @Test
    void aWriterWithALaneThatIsStuckRestsBetweenItsCommits() {
        writer.stuck.add(OUTCOMES);
        writer.assign(0, 1).add(0, 1, 10).step();
        writer.answerAll(APPLIED);
        writer.advance(Duration.ofMillis(200));
        writer.commitProblem = new RebalanceInProgressException();
        writer.add(0, 1, 10).add(1, 1, 10).step();
        writer.answerAll(APPLIED);
        writer.second();
        writer.nanos += Duration.ofMillis(200).toNanos();
        assertThat(writer.loop.doWork()).as("neither told nor committed again").isZero();
        writer.commitProblem = null;
        writer.second();
        assertThat(writer.committed(1)).isEqualTo(1);
    }

    @Test
    void aLaneThatIsStuckKeepsNoOtherFromBeingTakenAwayWithAllThatIsDone() {
        writer.stuck.add(OUTCOMES);
        writer.assign(0, 1).add(0, 1, 10).add(1, 1, 10).step();
        writer.answerAll(APPLIED);
        writer.advance(Duration.ofMillis(200));
        long before = writer.nanos;
        writer.assign(0);
        assertThat(writer.nanos - before).as("waits for nothing").isZero();
        writer.add(0, 1, 10).step();
        writer.answerAll(APPLIED);
        writer.loop.close();
        assertThat(writer.outcomes()).extracting(Outcome::lane).containsExactly(1);
    }

    @Test
    void whatIsDoneWhileAnotherLaneIsWaitedForIsToldToo() {
        writer.stuck.add(OUTCOMES);
        writer.assign(0, 1).add(0, 1, 10).add(1, 1, 10).step();
        writer.answerAll(APPLIED);
        writer.add(1, 1, 10).step();
        LoopFixture.Sent last = writer.sent.removeLast();
        writer.advance(Duration.ofMillis(200));
        writer.whileWaiting = () -> last.answer().accept(new BulkAnswer.Items(List.of(APPLIED), 1, "n"));
        writer.loop.close();
        assertThat(writer.outcomes()).extracting(Outcome::to).containsExactly(1L, 2L);
    }

    /// A thousand lanes of which Kafka takes no outcomes would fill the heap with what is noted of each offset.
    @Test
    void whileNoOutcomesAreTakenAllLanesTogetherHaveABoundedNumberOfOpenOffsets() {
        LoopFixture many = new LoopFixture(true, new OpenOffsets(2000, 4000));
        List<Integer> lanes = IntStream.range(0, 10).boxed().toList();
        lanes.forEach(lane -> many.stuck.add(outcomesOf(lane)));
        assign(many, lanes);
        writeInEach(many, lanes, 2000);
        assertThat(read(many)).isBetween(4000L, 8000L);
        assertThat(lanes).allMatch(lane -> many.committed(lane) == -1);

        many.stuck.clear();
        List<Callback> withheld = List.copyOf(many.withheld);
        many.withheld.clear();
        withheld.forEach(one -> one.onCompletion(null, null));
        writeInEach(many, lanes, 0);
        assertThat(lanes).allMatch(lane -> many.committed(lane) == 2000);
    }

    @Test
    void lanesThatHaveFilledTheOpenOffsetsKeepNoOtherFromBeingWritten() {
        LoopFixture many = new LoopFixture(true, new OpenOffsets(2000, 4000));
        List<Integer> lanes = IntStream.range(0, 10).boxed().toList();
        List.of(0, 1, 2).forEach(lane -> many.stuck.add(outcomesOf(lane)));
        assign(many, lanes);
        writeInEach(many, List.of(0, 1, 2), 2000);
        assertThat(read(many)).as("they have filled all").isGreaterThan(4000);
        writeInEach(many, lanes.subList(3, 10), 2000);
        assertThat(lanes.subList(3, 10)).allMatch(lane -> many.committed(lane) == 2000);
    }

    private static TopicPartition outcomesOf(int lane) {
        return new TopicPartition(LoopFixture.TOPICS.outcomes(), lane);
    }

    private static void assign(LoopFixture many, List<Integer> lanes) {
        many.consumer.updateBeginningOffsets(lanes.stream().collect(Collectors.toMap(LoopFixture::lane, _ -> 0L)));
        many.assign(lanes.toArray(Integer[]::new));
    }

    /// So many records in each lane, a few a second, and then some seconds to finish in.
    private static void writeInEach(LoopFixture many, List<Integer> lanes, int records) {
        for (int done = 0; done < records; done += 20) {
            lanes.forEach(lane -> many.add(lane, 20, 1));
            finish(many);
        }
        for (int second = 0; second < 30; second++) {
            finish(many);
        }
    }

    private static void finish(LoopFixture many) {
        many.step();
        many.answerAll(APPLIED);
        many.second();
    }

    private static long read(LoopFixture many) {
        return many.consumer.assignment().stream()
                .mapToLong(many.consumer::position)
                .sum();
    }

    /// Else what such a partition is to take would grow each time its lane comes back.
    @Test
    void whatALaneHasNotToldIsForgottenWithIt() {
        writer.stuck.add(REJECTS);
        for (int time = 1; time <= 10; time++) {
            writer.assign(0).startingAt(0, 0).add(0, 400, 1000).step();
            writer.answerAll(REFUSED);
            writer.assign();
        }
        long held = writer.withheld.size();
        assertThat(held).as("what the producer has room for of one partition").isLessThan(200);
        writer.stuck.clear();
        writer.withheld.forEach(one -> one.onCompletion(null, new TimeoutException("no leader")));
        writer.assign(1).add(1, 1, 10).step();
        writer.answerAll(REFUSED);
        assertThat(writer.rejects()).as("only those of the lane that is there").hasSize(1);
    }
}
