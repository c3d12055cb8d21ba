package io.shardstream.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Outcome;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

/// Which offsets are committed, and when.
class WriterLoopCommitsTest {
    private static final ItemAnswer APPLIED = new ItemAnswer.Applied();

    private final LoopFixture writer = new LoopFixture(true);

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
}
