package io.shardstream.reader.shard;

import static io.shardstream.reader.shard.ReaderHarness.upTo;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.pace.Limiter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// What a reader publishes of its shard, and when it is settled.
class ShardReaderTest {
    private static final Duration A_WHILE = Duration.ofSeconds(3);
    private final ReaderHarness harness = new ReaderHarness();
    private final FakeSource source = harness.source;

    @Test
    void everythingCommittedIsPublishedOnceAndCheckpointed() {
        source.index(1000);

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(999));
        assertThat(harness.done()).isEqualTo(999);
        assertThat(harness.published.docs()).isEqualTo(1000);
        assertThat(harness.checkpoints().getLast().docs()).isEqualTo(1000);
        assertThat(harness.budget.held()).isZero();
    }

    @Test
    void nothingAboveTheCheckpointIsPublished() {
        source.index(10);
        source.globalCheckpoint = 6;

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(6));
    }

    @Test
    void aWindowIsNotDoneBeforeWhatHidesItsDocumentsIsCommitted() {
        source.index(10);
        source.maxSeqNo = 12;
        ShardReader reader = harness.reader();

        harness.pass(reader, A_WHILE);
        assertThat(harness.numbers()).hasSize(10);
        assertThat(harness.done()).isEqualTo(-1);

        source.globalCheckpoint = 12;
        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(12);
    }

    @Test
    void numbersThatWereReadBeforeAWindowDoNotSettleItEvenIfTheyArriveAfterIt() {
        source.index(20);
        source.maxResultWindow = 10;
        ShardReader reader = harness.reader();
        harness.untilErrands(reader, 2);
        harness.errands.remove().run();
        harness.deliver();
        harness.acknowledgeAll();
        harness.deliver();
        reader.step();
        Runnable secondWindow = harness.errands.remove();
        source.meanwhile = () -> {
            source.meanwhile = () -> {};
            source.maxSeqNo = 25;
            secondWindow.run();
        };
        harness.runErrands();

        harness.pass(reader, A_WHILE);

        assertThat(harness.numbers()).hasSize(20);
        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void aCheckpointThatStepsBackAfterAFailOverIsWaitedFor() {
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.failOver();
        source.globalCheckpoint = 5;
        source.maxSeqNo = 12;
        harness.pass(reader, Duration.ofSeconds(12));
        assertThat(harness.done()).isEqualTo(9);

        source.globalCheckpoint = 12;
        harness.pass(reader, A_WHILE);

        assertThat(harness.done()).isEqualTo(12);
        assertThat(harness.numbers()).hasSize(10);
    }

    /// A source to which clients write all the time, whose copies sync once in a minute, each by a clock of
    /// its own: what was read is settled up to two minutes later, and to read it again would begin that wait
    /// anew.
    @Test
    void whatIsReadOnceIsSettledAlsoWhereCopiesSyncNowAndThen() {
        source.index(10);
        ShardReader reader = harness.reader();
        source.mayStand = Duration.ofMinutes(2);
        harness.untilErrands(reader, 1);
        source.maxSeqNo = 14;
        harness.pass(reader, Duration.ofSeconds(110));
        assertThat(harness.numbers()).hasSize(10);
        assertThat(harness.done()).isEqualTo(-1);

        source.globalCheckpoint = 14;
        harness.pass(reader, A_WHILE);

        assertThat(harness.done()).isEqualTo(14);
        assertThat(harness.numbers()).hasSize(10);
    }

    @Test
    void aPausedReaderSettlesWhatIsUnderWayAndReadsNothingNew() {
        source.index(30);
        source.maxResultWindow = 10;
        ShardReader reader = harness.reader();
        harness.untilErrands(reader, 2);
        harness.paused = true;
        harness.pass(reader, A_WHILE);
        assertThat(harness.numbers()).hasSize(20);
        assertThat(harness.done()).isEqualTo(19);
        assertThat(harness.held.most()).contains(Limiter.of(Limiter.Kind.PAUSE));

        harness.paused = false;
        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(29);
    }

    @Test
    void aReaderSaysThatItWaitsForTheWindowsUnderWayWhileThereAreMore() {
        source.index(30);
        source.maxResultWindow = 10;
        ShardReader reader = harness.reader();
        harness.untilErrands(reader, 2);
        harness.held.most();
        reader.step();
        assertThat(harness.held.most()).contains(Limiter.of(Limiter.Kind.WINDOWS));
        harness.pass(reader, A_WHILE);
        harness.held.most();
        harness.pass(reader, A_WHILE);
        assertThat(harness.held.most()).isEmpty();
    }

    @Test
    void whatIsReadAndUnderWayIsToldByShard() {
        source.index(30);
        source.maxResultWindow = 10;
        ShardReader reader = harness.reader();
        harness.untilErrands(reader, 2);
        assertThat(harness.counter.shards()).containsExactly(new ShardFigures(ReaderHarness.SHARD, 0, 0, 2, true));

        harness.pass(reader, A_WHILE);
        assertThat(harness.counter.shards())
                .containsExactly(new ShardFigures(ReaderHarness.SHARD, 30, harness.published.bytes(), 0, true));
    }

    @Test
    void aShardThatIsLeftKeepsItsCountsAndHasNothingUnderWay() {
        source.index(30);
        source.maxResultWindow = 10;
        ShardReader reader = harness.reader();
        harness.untilErrands(reader, 2);

        reader.leave();
        assertThat(harness.counter.shards()).containsExactly(new ShardFigures(ReaderHarness.SHARD, 0, 0, 0, false));
    }

    @Test
    void whatIsWrittenLaterIsReadLater() {
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);

        source.index(5);
        harness.pass(reader, A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(14));
        assertThat(harness.done()).isEqualTo(14);
    }

    @Test
    void numbersWithoutDocumentsArePassedOver() {
        source.index(10);
        source.documents.clear();

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.done()).isEqualTo(9);
        assertThat(harness.checkpoints().getLast().docs()).isZero();
    }

    @Test
    void afterAFailOverEverythingPendingIsReadAgain() {
        source.index(10);
        source.maxSeqNo = 12;
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);

        source.failOver();
        source.globalCheckpoint = 12;
        harness.pass(reader, A_WHILE);

        assertThat(harness.numbers()).hasSize(20);
        assertThat(harness.done()).isEqualTo(12);
    }

    @Test
    void aShardThatIsLeftWritesNothingMoreAndGivesItsBytesBack() {
        source.index(10);
        harness.acknowledge = false;
        ShardReader reader = harness.reader();
        harness.settle(reader);

        reader.leave();
        harness.acknowledge = true;
        harness.pass(reader, A_WHILE);

        assertThat(harness.checkpoints()).extracting(Checkpoint::done).containsExactly(-1L);
        assertThat(harness.slices.getFirst().closed()).isTrue();
        assertThat(harness.budget.held()).isZero();
    }

    @Test
    void aShardThatIsLeftDuringItsTakeOverIsNotTakenOver() {
        ShardReader reader = harness.reader();
        harness.runErrands();
        reader.leave();

        harness.deliver();

        assertThat(harness.slices.getFirst().closed()).isTrue();
    }

    @Test
    void noMoreIsReadThanTheBudgetAllows() {
        source.index(1000);
        harness.budget.take(99_000);

        harness.pass(harness.reader(), A_WHILE);

        assertThat(source.searches).isEmpty();
        assertThat(harness.held.most()).contains(Limiter.of(Limiter.Kind.BYTES));
    }
}
