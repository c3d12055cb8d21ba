package io.shardstream.reader.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.pace.Limiter;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.reader.window.DocumentTally;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

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
    void aSteadyStreamOfWritesRefreshesTheSourceTwiceForEachOfTwoRoundsASecondAndNotMore() {
        source.meanwhile = () -> source.index(1);

        harness.pass(harness.reader(), Duration.ofSeconds(10));

        assertThat(source.refreshCount).isBetween(38L, 44L);
        assertThat(harness.done()).isGreaterThan(20);
    }

    @Test
    void theSourceIsRefreshedInOneRoundForEachIntervalOnly() {
        harness.roundEvery = Duration.ofSeconds(5);
        source.meanwhile = () -> source.index(1);

        harness.pass(harness.reader(), Duration.ofMinutes(1));

        assertThat(source.refreshCount).isBetween(22L, 28L);
    }

    @Test
    void aShardThatIsHurriedDoesNotWaitForItsInterval() {
        harness.roundEvery = Duration.ofMinutes(10);
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.index(5);
        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(9);

        reader.hurry();
        harness.settle(reader);
        assertThat(harness.done()).isEqualTo(14);
    }

    @Test
    void underTheBlockOfACutOverOneRoundFollowsTheOtherWithinASecond() {
        harness.roundEvery = Duration.ofSeconds(10);
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        reader.underBlock(true);
        reader.hurry();
        harness.settle(reader);
        source.index(5);
        harness.pass(reader, Duration.ofSeconds(1));
        assertThat(harness.done()).isEqualTo(14);

        reader.underBlock(false);
        harness.pass(reader, Duration.ofSeconds(1));
        source.index(5);
        harness.pass(reader, Duration.ofSeconds(1));
        assertThat(harness.done()).isEqualTo(14);
    }

    @Test
    void aShardThatIsHurriedIsReadAtOnceAndOnce() {
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.index(5);
        harness.settle(reader);
        assertThat(harness.done()).isEqualTo(9);

        reader.hurry();
        harness.settle(reader);
        assertThat(harness.done()).isEqualTo(14);

        source.index(5);
        harness.settle(reader);
        assertThat(harness.done()).isEqualTo(14);
    }

    @Test
    void aRoundThatIsUnderWayIsFollowedAtOnceByOneThatWasAskedForMeanwhile() {
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.index(5);
        source.meanwhile = () -> {
            if (source.maxSeqNo < 18) {
                source.index(1);
                reader.hurry();
            }
        };
        harness.clock.advance(ReaderHarness.ROUND_EVERY);
        harness.settle(reader);

        assertThat(harness.done()).isEqualTo(18);
    }

    @Test
    void aRoundThatTookLongerThanTheTimeBetweenTwoIsFollowedAtOnce() {
        source.index(1);
        source.meanwhile = () -> {
            source.index(1);
            harness.clock.advance(ReaderHarness.ROUND_EVERY);
        };
        ShardReader reader = harness.reader();

        // Time passes only while numbers are asked for: a reader that rests does so for ever.
        for (int i = 0; i < 1000; i++) {
            reader.step();
            harness.acknowledgeAll();
            harness.runErrands();
            harness.deliver();
        }

        assertThat(source.searches).hasSizeGreaterThan(20);
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
    void nothingIsPublishedBeforeItsHistoryIsInKafka() {
        source.index(10);
        ShardReader reader = harness.reader();
        harness.untilErrands(reader, 1);
        harness.runErrands();
        harness.slices.getFirst().commitTransactionException = new TimeoutException("too slow");
        harness.settle(reader);
        assertThat(harness.numbers()).isEmpty();

        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(9);
        assertThat(harness.numbers()).hasSize(10);
    }

    @Test
    void nothingIsPublishedBeforeItsLineageIsInKafka() {
        source.index(10);
        harness.store(checkpoint("docs-1", "uuid", "history-0", 6));
        harness.accepted = new AcceptedHistory(ReaderHarness.SHARD, "history-1", 2, 9);
        ShardReader reader = harness.reader();
        harness.untilErrands(reader, 1);
        harness.runErrands();
        harness.deliver();
        List<Runnable> writing = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            reader.step();
            if (writing.isEmpty() && harness.errands.size() > 1) {
                writing.add(harness.errands.remove());
            }
            harness.runErrands();
            harness.acknowledgeAll();
            harness.deliver();
            harness.clock.advance(Duration.ofMillis(50));
        }
        assertThat(writing).hasSize(1);
        assertThat(harness.checkpoints()).isEmpty();
        assertThat(harness.numbers()).isEmpty();

        harness.errands.addAll(writing);
        harness.pass(reader, A_WHILE);
        assertThat(harness.checkpoints().getFirst().lineage()).isEqualTo(2);
        assertThat(harness.numbers()).hasSize(10);
    }

    @Test
    void anEmptyShardIsLeftAlone() {
        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.checkpoints()).isEmpty();
        assertThat(source.searches).isEmpty();
    }

    @Test
    void aCopyThatDoesNotRefreshIsNotRead() {
        source.index(10);
        source.refreshes = false;

        harness.pass(harness.reader(), A_WHILE);

        assertThat(source.searches).isEmpty();
    }

    @Test
    void aCopyThatMayNotBeRefreshedIsReadWhenItHasRefreshedTwiceByItself() {
        source.index(10);
        source.mayRefresh = false;
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        assertThat(source.searches).isEmpty();

        source.refreshByItself();
        harness.pass(reader, A_WHILE);
        assertThat(source.searches).isEmpty();

        source.refreshByItself();
        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void theRefreshesOfACopyAreCountedOverAnyTime() {
        source.index(10);
        source.mayRefresh = false;
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);

        source.refreshByItself();
        harness.pass(reader, Duration.ofMinutes(2));
        source.refreshByItself();
        harness.pass(reader, A_WHILE);

        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void theRefreshesOfAnotherCopySayNothing() {
        source.index(10);
        source.mayRefresh = false;
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.refreshByItself();

        source.failOver();
        source.refreshByItself();
        harness.pass(reader, Duration.ofSeconds(20));

        assertThat(source.searches).isEmpty();
    }

    @Test
    void readingGoesOnBehindTheCheckpoint() {
        source.index(10);
        harness.store(checkpoint("docs-1", "uuid", "history-1", 6));

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrder(7L, 8L, 9L);
        assertThat(harness.checkpoints().getLast().docs()).isEqualTo(100 + 3);
    }

    @Test
    void aCheckpointOfAnotherDocsTopicCountsForNothing() {
        source.index(10);
        harness.store(checkpoint("docs-0", "uuid", "history-1", 6));

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).hasSize(10);
        assertThat(harness.checkpoints().getLast().docs()).isEqualTo(10);
    }

    @Test
    void howFarAShardWasReadIntoAnotherDocsTopicTellsThatItWasPutBack() {
        harness.store(checkpoint("docs-0", "uuid", "history-1", 60));
        source.index(30);

        assertThatThrownBy(() -> harness.pass(harness.reader(), A_WHILE))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("older state of its disk");
        assertThat(harness.checkpoints())
                .containsExactly(new Checkpoint("docs-1", "uuid", "history-1 up to 60", 1, -1, 0, 0));
        assertThat(harness.numbers()).isEmpty();
    }

    @Test
    void howFarAShardWasReadBeforeIsNotForgottenWhileItIsReadAgain() {
        harness.runFormat = RunFormat.NEWEST;
        harness.store(checkpoint("docs-0", "uuid", "history-1", 90));
        source.indexLarge(100, 100);
        harness.pass(harness.reader(), A_WHILE);
        Checkpoint first = harness.checkpoints().getFirst();
        assertThat(first.done()).isBetween(0L, 50L);

        harness.store(first);
        source.putBack(60);
        source.failOver();

        assertThatThrownBy(() -> harness.pass(harness.reader(), A_WHILE)).isInstanceOf(BlockedException.class);
        assertThat(harness.checkpoints().getLast().historyUuid()).isEqualTo("history-1 up to 99");
    }

    @Test
    void whatMayHaveBeenPublishedIsKnownToTheNextReaderThoughNothingOfItWasSettled() {
        harness.runFormat = RunFormat.NEWEST;
        source.index(30);
        source.maxSeqNo = 35;
        harness.pass(harness.reader(), A_WHILE);
        assertThat(harness.numbers()).hasSize(30);
        assertThat(harness.done()).isEqualTo(-1);

        harness.store(harness.checkpoints().getLast());
        source.putBack(20);
        source.failOver();

        assertThatThrownBy(() -> harness.pass(harness.reader(), A_WHILE)).isInstanceOf(BlockedException.class);
    }

    @Test
    void aRunOfAnOlderFormatKeepsCheckpointsThatItsReadersUnderstand() {
        harness.runFormat = 3;
        harness.store(checkpoint("docs-0", "uuid", "history-1", 90));
        source.indexLarge(100, 100);
        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.checkpoints()).allMatch(written -> written.readUpTo() == written.done());
    }

    @Test
    void howFarAShardWasReadIntoAnotherDocsTopicDoesNotCountInTheNextLineage() {
        harness.store(checkpoint("docs-0", "uuid", "history-1", 60));
        source.index(30);
        harness.accepted = new AcceptedHistory(ReaderHarness.SHARD, "history-1", 2, 29);

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(29));
    }

    @Test
    void aCheckpointOfAnotherHistoryBlocks() {
        harness.store(checkpoint("docs-1", "uuid", "history-0", 6));
        ShardReader reader = harness.reader();

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("Shard 3 of the source index index has another history");
    }

    @Test
    void aCheckpointOfAnotherIndexBlocks() {
        harness.store(checkpoint("docs-1", "uuid-0", "history-1", 6));
        ShardReader reader = harness.reader();

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("uuid-0");
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
    void aChangedHistoryBlocks() {
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);

        source.identity = new CopyIdentity(2, "copy-2", "uuid", "history-2");

        assertThatThrownBy(() -> harness.pass(reader, Duration.ofSeconds(10)))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("another history");
    }

    @Test
    void aShardThatHasFewerNumbersThanWereReadHasAnotherHistoryForGood() {
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.putBack(20);

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("older state of its disk");
        assertThat(harness.checkpoints().getLast())
                .isEqualTo(new Checkpoint("docs-1", "uuid", "history-1 up to 29", 1, 29, 30, 230));

        // Also when it has as many again.
        source.index(100);
        harness.store(harness.checkpoints().getLast());
        assertThatThrownBy(() -> harness.pass(harness.reader(), A_WHILE)).isInstanceOf(BlockedException.class);
    }

    @Test
    void aShardThatWasPutBackIsLeftAlsoWhenKafkaCannotBeToldAtOnce() {
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        harness.store(harness.checkpoints().getLast());
        harness.slices.getFirst().commitTransactionException = new TimeoutException("too slow");
        source.putBack(20);

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE)).isInstanceOf(BlockedException.class);
        assertThat(harness.slices).hasSize(2);
        assertThat(harness.checkpoints().getLast())
                .isEqualTo(new Checkpoint("docs-1", "uuid", "history-1 up to 29", 1, 29, 30, 230));
    }

    @Test
    void aShardThatWasPutBackIsLeftAlsoWhenItHasMoreNumbersAgainBeforeKafkaIsTold() {
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        harness.store(harness.checkpoints().getLast());
        MockProducer<byte[], byte[]> slices = harness.slices.getFirst();
        slices.commitTransactionException = new TimeoutException("too slow");
        source.putBack(20);
        while (!slices.closed()) {
            harness.settle(reader);
            harness.clock.advance(Duration.ofMillis(50));
        }
        source.index(100);
        source.failOver();

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE)).isInstanceOf(BlockedException.class);
        assertThat(harness.numbers()).hasSize(30);
        assertThat(harness.checkpoints().getLast().historyUuid()).isEqualTo("history-1 up to 29");
    }

    @Test
    void aShardThatWasPutBackIsLeftAlsoIfAnotherReaderHasReadOnInItMeanwhile() {
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        harness.store(checkpoint("docs-1", "uuid", "history-1", 60));
        harness.slices.getFirst().commitTransactionException = new ProducerFencedException("newer");
        source.putBack(20);
        harness.pass(reader, A_WHILE);
        source.index(100);
        source.failOver();

        assertThatThrownBy(() -> harness.pass(reader, Duration.ofSeconds(20))).isInstanceOf(BlockedException.class);
        assertThat(harness.numbers()).hasSize(30);
        assertThat(harness.checkpoints().getLast().historyUuid()).isEqualTo("history-1 up to 60");
    }

    @Test
    void anotherLineageEndsWhatAReaderKnowsOfAShardThatWasPutBack() {
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        harness.store(new Checkpoint("docs-1", "uuid", "history-1", 2, 5, 6, 60));
        harness.slices.getFirst().commitTransactionException = new ProducerFencedException("newer");
        source.putBack(20);

        harness.pass(reader, Duration.ofSeconds(20));

        assertThat(harness.checkpoints().getLast())
                .returns("history-1", Checkpoint::historyUuid)
                .returns(2, Checkpoint::lineage)
                .returns(19L, Checkpoint::done);
    }

    @Test
    void aReaderThatGivesUpAShardFirstWritesThatItWasPutBack() {
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.putBack(20);
        while (!source.isElectionAsked) {
            harness.clock.advance(Duration.ofMillis(50));
            harness.deliver();
            reader.step();
            harness.runErrands();
        }
        harness.deliver();
        assertThat(harness.checkpoints().getLast().historyUuid()).isEqualTo("history-1");

        reader.leave();
        harness.runErrands();
        harness.deliver();

        assertThat(harness.checkpoints().getLast().historyUuid()).isEqualTo("history-1 up to 29");
        assertThat(harness.slices.getFirst().closed()).isTrue();
    }

    @Test
    void whatWasPutBackIsReadFromTheStartOnceItIsAccepted() {
        source.index(30);
        harness.store(checkpoint("docs-1", "uuid", "history-1 up to 60", 60));
        harness.accepted = new AcceptedHistory(ReaderHarness.SHARD, "history-1", 2, 29);

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(29));
        assertThat(harness.checkpoints().getLast().lineage()).isEqualTo(2);
        assertThat(harness.checkpoints().getLast().historyUuid()).isEqualTo("history-1");
    }

    @Test
    void whatIsAcceptedWhileAReaderRestsIsReadFromTheStartThoughItSeesThatItWasPutBack() {
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.putBack(20);
        source.index(100);
        harness.accepted = new AcceptedHistory(ReaderHarness.SHARD, "history-1", 2, 29);
        reader.accepted(harness.accepted);
        harness.pass(reader, A_WHILE);

        assertThat(harness.checkpoints().getLast())
                .returns("history-1", Checkpoint::historyUuid)
                .returns(2, Checkpoint::lineage)
                .returns(119L, Checkpoint::done);
    }

    @Test
    void whatWasAcceptedBeforeAnyReaderSawThatItWasPutBackIsReadFromTheStartToo() {
        source.index(30);
        harness.store(checkpoint("docs-1", "uuid", "history-1", 20));
        harness.accepted = new AcceptedHistory(ReaderHarness.SHARD, "history-1", 2, 29);

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(29));
    }

    @Test
    void aCopyThatCountsItsRefreshesAnewInTheSameTermWasPutBack() {
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.putBack(20);
        source.index(100);

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE)).isInstanceOf(BlockedException.class);
        assertThat(harness.numbers()).hasSize(30);
    }

    @Test
    void aCopyInAnotherProcessInTheSameTermWasPutBackThoughItHasRefreshedAsOften() {
        source.startAgain("process-1");
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.putBack(20);
        source.startAgain("process-2");
        source.index(100);
        for (int time = 0; time < 100; time++) {
            source.refreshByItself();
        }

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE)).isInstanceOf(BlockedException.class);
        assertThat(harness.numbers()).hasSize(30);
    }

    @Test
    void aShardThatIsPutBackWhileTheRunIsPausedIsLeftThoughItHasAsManyNumbersAgainBeforeItGoesOn() {
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        harness.paused = true;
        requireLeft(reader);
    }

    @Test
    void soIsOneThatIsPutBackInTheMiddleOfARound() {
        source.index(30);
        source.maxResultWindow = 10;
        ShardReader reader = harness.reader();
        harness.untilErrands(reader, 2);
        harness.paused = true;
        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(19);
        requireLeft(reader);
    }

    @Test
    void soIsOneThatRestsForLong() {
        harness.roundEvery = Duration.ofHours(1);
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        requireLeft(reader);
    }

    /// It has as many again between two questions.
    private void requireLeft(ShardReader reader) {
        source.putBack(20);
        source.failOver();
        source.meanwhile = () -> {
            source.meanwhile = () -> {};
            source.index(100);
        };

        assertThatThrownBy(() -> harness.pass(reader, Duration.ofSeconds(6))).isInstanceOf(BlockedException.class);
        assertThat(harness.checkpoints().getLast().historyUuid()).startsWith("history-1 up to 29");
    }

    @Test
    void aPrimaryWhoseTermFellWasPutBack() {
        source.index(30);
        source.failOver();
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.identity = new CopyIdentity(1, "copy-1", "uuid", "history-1");
        source.index(100);

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE)).isInstanceOf(BlockedException.class);
        assertThat(harness.numbers()).hasSize(30);
    }

    @Test
    void aShardWithFewerNumbersThanWereOnAllCopiesWasPutBackThoughTheyWereNotSettled() {
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.index(20);
        source.maxSeqNo = 35;
        harness.pass(reader, A_WHILE);
        assertThat(harness.numbers()).hasSize(30);
        assertThat(harness.done()).isEqualTo(9);
        source.putBack(20);
        source.failOver();

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE)).isInstanceOf(BlockedException.class);
        assertThat(harness.checkpoints().getLast().historyUuid()).isEqualTo("history-1 up to 29");
    }

    @Test
    void aShardWithFewerNumbersThanWereReadWasPutBackThoughKafkaKnowsOfFewer() {
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        harness.store(checkpoint("docs-1", "uuid", "history-1", 9));
        MockProducer<byte[], byte[]> slices = harness.slices.getFirst();
        slices.commitTransactionException = new TimeoutException("too slow");
        source.index(1);
        while (!slices.closed()) {
            harness.settle(reader);
            harness.clock.advance(Duration.ofMillis(50));
        }
        source.putBack(20);
        source.failOver();

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE)).isInstanceOf(BlockedException.class);
    }

    @Test
    void whatAReaderHasSeenOfAHistoryDoesNotCountInTheLineageThatAnotherReaderHasBegun() {
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        harness.slices.getFirst().commitTransactionException = new ProducerFencedException("newer");
        source.index(1);
        harness.pass(reader, A_WHILE);
        harness.store(new Checkpoint("docs-1", "uuid", "history-1", 2, 5, 6, 60));
        source.putBack(20);

        harness.pass(reader, Duration.ofSeconds(20));

        assertThat(harness.checkpoints().getLast())
                .returns("history-1", Checkpoint::historyUuid)
                .returns(2, Checkpoint::lineage)
                .returns(19L, Checkpoint::done);
    }

    @Test
    void aCopyThatWasCutOffBeforeWhatWasReadIsWaitedFor() {
        source.index(30);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.putBack(20);
        source.isElected = false;
        harness.pass(reader, A_WHILE);
        assertThat(harness.checkpoints().getLast().historyUuid()).isEqualTo("history-1");

        source.failOver();
        source.isElected = true;
        source.index(20);
        harness.pass(reader, Duration.ofSeconds(12));
        assertThat(harness.done()).isEqualTo(39);
    }

    @Test
    void aSearchAfterManyNumbersWithoutDocumentsBringsNoMoreThanFit() {
        source.storedBytes = 100;
        source.index(20_000);
        source.documents.clear();
        source.indexLarge(400, 100);

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.done()).isEqualTo(20_399);
        assertThat(harness.numbers()).hasSize(400);
        assertThat(source.mostBrought).isLessThanOrEqualTo(40);
        assertThat(source.brought).isLessThan(600);
    }

    @Test
    void aSearchThatFailedIsNotAskedOfTheNextCopyAsItWas() {
        source.index(5000);
        source.failsAbove = 300;
        ShardReader reader = harness.reader();

        harness.pass(reader, A_WHILE);

        assertThat(source.failures).isEqualTo(1);
        int failed = source.asked.indexOf(
                source.asked.stream().filter(wanted -> wanted > 300).findFirst().orElseThrow());
        assertThat(source.asked.subList(failed + 2, failed + 4)).allMatch(wanted -> wanted <= 16);
        assertThat(harness.done()).isEqualTo(4999);
    }

    /// C-38.
    @Test
    void whereAnswersAreTooLateFewerDocumentsAreAskedForFromThenOn() {
        source.index(5000);
        source.lateAbove = 50;

        harness.pass(harness.reader(), Duration.ofSeconds(20));

        assertThat(harness.done()).isEqualTo(4999);
        assertThat(source.late).isBetween(1, 6);
    }

    @Test
    void aShardThatIsTakenOverAgainIsNotAskedHowLargeItsDocumentsAre() {
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        assertThat(source.sizesAsked).isEqualTo(1);
        source.index(10);
        harness.slices.getLast().commitTransactionException = new TimeoutException("too slow");
        harness.pass(reader, Duration.ofSeconds(10));

        assertThat(harness.slices).hasSizeGreaterThan(1);
        assertThat(harness.done()).isEqualTo(19);
        assertThat(source.sizesAsked).isEqualTo(1);
    }

    @Test
    void anAnswerThatStaysLateIsToldWithTheKeyTheTimeAndTheNode() {
        source.index(10);
        source.lateAbove = 0;
        ShardReader reader = harness.reader();
        harness.pass(reader, Duration.ofMinutes(1));

        assertThat(harness.counter.refusals().lasting())
                .contains("The source does not return the document with the number 0 of index[3], asked for alone"
                        + " (source node fake did not answer POST /i/_search within source.request-timeout (1s)): raise"
                        + " it, or find out what the node is busy with; reading goes on by itself then.");

        source.lateAbove = Integer.MAX_VALUE;
        harness.pass(reader, Duration.ofSeconds(12));
        assertThat(harness.done()).isEqualTo(9);
        assertThat(harness.counter.refusals().lasting()).isEmpty();
    }

    @Test
    void aNodeThatIsLateOnceIsNotToldAndOneThatStaysSoIs() {
        source.index(10);
        source.failure = ElasticException.Unreachable.late("source node n is late", new IOException(), A_WHILE);
        ShardReader reader = harness.reader();
        harness.settle(reader);
        harness.clock.advance(Duration.ofSeconds(20));
        assertThat(harness.counter.refusals().lasting()).isEmpty();

        harness.pass(reader, Duration.ofMinutes(1));

        assertThat(harness.counter.refusals().lasting())
                .contains("The source node n is late: raise it, or find out what the node is busy with. Documents are"
                        + " asked for fewer at a time until then, and reading goes on by itself.");
    }

    /// C-17.
    @Test
    void aDocumentThatTripsABreakerAloneIsNamedAndThoseBeforeItAreRead() {
        assertNamed(
                refused(429, "circuit_breaking_exception"),
                "(http://node answered GET /_search with 429 circuit_breaking_exception: no): raise the limit that it"
                        + " names, or give the node more memory");
    }

    @Test
    void aDocumentAtWhichTheNodeClosesTheConnectionIsNamedAndThoseBeforeItAreRead() {
        assertNamed(
                ElasticException.Unreachable.cutOff("source node n closed the connection", new IOException()),
                "(source node n closed the connection): see in that node's log what it fails at; if it is this"
                        + " document, replace or delete it");
    }

    /// @param answer to each search that would bring the document
    private void assertNamed(ElasticException answer, String why) {
        source.index(1000);
        source.tooMuchAt = 700;
        source.tooMuch = answer;
        ShardReader reader = harness.reader();
        harness.pass(reader, Duration.ofMinutes(2));

        assertThat(harness.done()).isEqualTo(699);
        assertThat(harness.counter.refusals().lasting())
                .contains("The source does not return the document with the number 700 of index[3], asked for alone "
                        + why + "; reading goes on by itself then.");

        source.tooMuch = null;
        harness.pass(reader, Duration.ofSeconds(20));
        assertThat(harness.done()).isEqualTo(999);
    }

    @Test
    void aShardWithManyDocumentsUnderEachNumberIsReadHardlyMoreThanOnce() {
        source.equal = 40;
        source.storedBytes = 5;
        source.index(400);

        harness.pass(harness.reader(), Duration.ofSeconds(10));

        assertThat(harness.done()).isEqualTo(399);
        assertThat(harness.numbers()).hasSize(16_000);
        assertThat(source.brought).isLessThan(20_000);
    }

    @Test
    void moreDocumentsUnderOneNumberThanASearchMayBringAreReadAlone() {
        source.equal = 1000;
        source.storedBytes = 10_000;
        source.index(3);

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.done()).isEqualTo(2);
        assertThat(harness.numbers()).hasSize(3000);
    }

    /// They are not held all at once.
    @Test
    void whatIsReadAloneAndIsMuchIsPublishedInParts() {
        source.equal = 1000;
        source.aloneAtOnce = 300;
        source.storedBytes = 10_000;
        source.index(3);

        harness.pass(harness.reader(), A_WHILE);

        assertThat(source.parts).isEqualTo(12);
        assertThat(harness.done()).isEqualTo(2);
        assertThat(harness.numbers()).hasSize(3000);
        assertThat(harness.checkpoints().getLast().docs()).isEqualTo(3000);
        assertThat(harness.published.docs()).isEqualTo(3000);
    }

    @Test
    void nextToAPartThatKafkaHasNotTakenNothingIsReadAlone() {
        source.equal = 1000;
        source.aloneAtOnce = 300;
        source.storedBytes = 10_000;
        source.index(3);
        harness.acknowledge = false;
        ShardReader reader = harness.reader();

        harness.pass(reader, A_WHILE);

        assertThat(source.parts).isEqualTo(1);
        assertThat(harness.done()).isEqualTo(-1);
        harness.acknowledge = true;
        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(2);
    }

    @Test
    void anAcceptedHistoryIsReadFromItsStartInItsLineage() {
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);

        source.identity = new CopyIdentity(2, "copy-2", "uuid", "history-2");
        harness.accepted = new AcceptedHistory(ReaderHarness.SHARD, "history-2", 2, 9);
        harness.pass(reader, Duration.ofSeconds(10));

        assertThat(harness.docs.getFirst().history())
                .map(ReaderHarness::wordOf)
                .filteredOn(word -> word.lineage() == 2)
                .map(VersionWord::seqNo)
                .containsExactlyInAnyOrderElementsOf(upTo(9));
        assertThat(harness.checkpoints().getLast())
                .isEqualTo(new Checkpoint("docs-1", "uuid", "history-2", 2, 9, 10, 70));
    }

    @Test
    void anotherHistoryThanTheAcceptedOneBlocks() {
        harness.store(checkpoint("docs-1", "uuid", "history-0", 6));
        harness.accepted = new AcceptedHistory(ReaderHarness.SHARD, "history-2", 2, 9);
        ShardReader reader = harness.reader();

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("resume --new-history");
    }

    @Test
    void anotherHistoryThanTheAcceptedOneBlocksEvenIfTheCheckpointIsLost() {
        harness.accepted = new AcceptedHistory(ReaderHarness.SHARD, "history-2", 2, 9);
        ShardReader reader = harness.reader();

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE)).isInstanceOf(BlockedException.class);
    }

    @Test
    void anAcceptedHistoryWithoutDocumentsIsCheckpointedToo() {
        harness.store(checkpoint("docs-1", "uuid", "history-0", 6));
        harness.accepted = new AcceptedHistory(ReaderHarness.SHARD, "history-1", 2, -1);

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.checkpoints()).containsExactly(new Checkpoint("docs-1", "uuid", "history-1", 2, -1, 0, 0));
    }

    @Test
    void theLineageNeverFalls() {
        source.index(10);
        harness.store(new Checkpoint("docs-1", "uuid", "history-1", 3, 6, 100, 1000));
        harness.accepted = new AcceptedHistory(ReaderHarness.SHARD, "history-1", 2, 9);

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.checkpoints().getLast().lineage()).isEqualTo(3);
        assertThat(harness.numbers()).containsExactlyInAnyOrder(7L, 8L, 9L);
    }

    @Test
    void anAcceptedHistoryWhoseLineageIsNotHigherBlocks() {
        harness.store(new Checkpoint("docs-1", "uuid", "history-0", 3, 6, 100, 1000));
        harness.accepted = new AcceptedHistory(ReaderHarness.SHARD, "history-1", 2, 9);
        ShardReader reader = harness.reader();

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE)).isInstanceOf(BlockedException.class);
    }

    @Test
    void aShardWhoseCheckpointIsLostIsReadInTheLineageThatWasAccepted() {
        source.index(10);
        harness.accepted = new AcceptedHistory(ReaderHarness.SHARD, "history-1", 2, 9);

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.checkpoints().getLast().lineage()).isEqualTo(2);
    }

    @Test
    void moreNumbersThanAVersionWordHoldsBlock() {
        source.maxSeqNo = VersionWord.MAX_SEQ_NO;
        source.index(1);
        ShardReader reader = harness.reader();

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("2^40");
    }

    @Test
    void aResponseThatIsTooLargeIsReadInNarrowerWindows() {
        source.index(400);
        source.documents.replaceAll((number, document) -> "x".repeat(900));

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(399));
        assertThat(source.searches).anyMatch(window -> window.span() == 16).anyMatch(window -> window.span() == 4);
    }

    @Test
    void aDocumentThatBreaksThePageIsReadAlone() {
        source.index(400);
        source.unreadable = 77;

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(399));
        assertThat(harness.done()).isEqualTo(399);
    }

    @Test
    void aDocumentThatTheSourceCannotReturnIsRejectedAndTheOthersAreRead() {
        source.index(400);
        source.unreturnable = 77;

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers())
                .hasSize(399)
                .doesNotContain(77L)
                .isSubsetOf(upTo(399))
                .doesNotHaveDuplicates();
        assertThat(harness.docs.getFirst().history())
                .filteredOn(record -> record.topic().endsWith("rejects"))
                .singleElement()
                .satisfies(record -> {
                    assertThat(ReaderHarness.numberOf(record)).isEqualTo(77);
                    assertThat(record.headers().lastHeader("type").value())
                            .asString()
                            .isEqualTo(Reject.UNREADABLE_IN_SOURCE);
                });
        assertThat(harness.done()).isEqualTo(399);
    }

    @Test
    void aDocumentThatIsTooLargeToPublishIsRejected() {
        source.index(3);
        source.documents.put(1L, "x".repeat(1001));

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrder(0L, 2L);
        assertThat(harness.docs.getFirst().history())
                .filteredOn(record -> record.topic().endsWith("rejects"))
                .singleElement()
                .satisfies(record -> assertThat(ReaderHarness.numberOf(record)).isEqualTo(1));
        assertThat(harness.done()).isEqualTo(2);
        assertThat(harness.published).isEqualTo(new DocumentTally(3, 14));
    }

    @Test
    void aWindowIsNotDoneBeforeItsRecordsAreAcknowledged() {
        source.index(10);
        harness.acknowledge = false;
        ShardReader reader = harness.reader();

        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(-1);
        assertThat(harness.budget.held()).isPositive();

        harness.acknowledge = true;
        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(9);
        assertThat(harness.budget.held()).isZero();
    }

    @Test
    void aRecordThatKafkaDidNotTakeIsReadAndSentAgainByAnotherProducer() {
        source.index(10);
        harness.acknowledge = false;
        ShardReader reader = harness.reader();
        harness.settle(reader);
        harness.docs.getFirst().errorNext(new TimeoutException("too slow"));
        while (harness.docs.getFirst().completeNext()) {
            // The others of the window arrive.
        }
        harness.deliver();

        harness.acknowledge = true;
        harness.pass(reader, A_WHILE);

        assertThat(harness.docs).hasSize(2);
        assertThat(harness.docs.getFirst().closed()).isTrue();
        assertThat(harness.docs.getLast().history()).hasSize(10);
        assertThat(harness.done()).isEqualTo(9);
    }

    /// As where some lanes have no leader: they count for what waits in Kafka, and are read and sent once more.
    @Test
    void whatKafkaTookOfAWindowThatFailedIsCountedAllTheSame() {
        source.index(10);
        harness.acknowledge = false;
        ShardReader reader = harness.reader();
        for (int i = 1; i <= 3; i++) {
            harness.pass(reader, Duration.ofSeconds(30));
            harness.docs.getLast().errorNext(new TimeoutException("too slow"));
            while (harness.docs.getLast().completeNext()) {
                // The others of the window arrive.
            }
            harness.deliver();

            assertThat(harness.docs).hasSize(i + 1);
            assertThat(harness.strays).isEqualTo(new DocumentTally(9L * i, 63L * i));
        }
        assertThat(harness.published).isEqualTo(DocumentTally.NOTHING);
    }

    @Test
    void aRecordThatKafkaNeverTakesBlocks() {
        source.index(1);
        harness.acknowledge = false;
        ShardReader reader = harness.reader();
        harness.settle(reader);
        harness.docs.getFirst().errorNext(new RecordTooLargeException("1001 bytes"));

        assertThatThrownBy(() -> harness.pass(reader, A_WHILE))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("max.message.bytes");
    }

    @Test
    void aSourceThatDoesNotAnswerIsAskedAgain() {
        source.index(10);
        source.failure = new ElasticException.Malformed("out of order");
        ShardReader reader = harness.reader();
        harness.pass(reader, Duration.ofSeconds(30));
        assertThat(harness.numbers()).isEmpty();

        source.failure = null;
        harness.pass(reader, Duration.ofSeconds(12));

        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void aUserWhoIsRefusedForAWhileGoesOnReading() {
        source.index(10);
        source.failure = refused(401, "security_exception");
        ShardReader reader = harness.reader();
        harness.pass(reader, Duration.ofSeconds(4));

        source.failure = null;
        harness.pass(reader, Duration.ofSeconds(12));

        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void aUserWhoStaysRefusedIsToldAndGoesOnReadingWhenItIsNot() {
        source.index(10);
        source.failure = refused(403, "security_exception");
        ShardReader reader = harness.reader();
        harness.pass(reader, Duration.ofMinutes(5));
        assertThat(harness.counter.refusals().lasting())
                .hasValueSatisfying(sentence -> assertThat(sentence)
                        .startsWith("The source refuses the user of the run file (")
                        .contains("source.auth"));

        source.failure = null;
        harness.pass(reader, Duration.ofSeconds(12));

        assertThat(harness.done()).isEqualTo(9);
        assertThat(harness.counter.refusals().lasting()).isEmpty();
    }

    @Test
    void aBlockOfTheClusterIsNoRefusalOfTheUser() {
        source.failure = refused(403, "cluster_block_exception");
        ShardReader reader = harness.reader();

        harness.pass(reader, Duration.ofMinutes(2));

        assertThat(harness.checkpoints()).isEmpty();
    }

    @Test
    void aShardWithoutPrimaryIsLookedForAgain() {
        source.index(10);
        source.nowhere = true;
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);

        source.nowhere = false;
        harness.pass(reader, Duration.ofSeconds(12));

        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void aShardThatStaysWithoutPrimaryIsToldAndReadWhenItHasOneAgain() {
        source.index(10);
        source.nowhere = true;
        ShardReader reader = harness.reader();
        harness.pass(reader, Duration.ofSeconds(12));
        assertThat(harness.counter.refusals().lasting()).isEmpty();
        harness.pass(reader, Duration.ofSeconds(48));
        assertThat(harness.counter.refusals().lasting())
                .contains("index[3] cannot be read: nowhere. It is tried again by itself.");

        source.nowhere = false;
        harness.pass(reader, Duration.ofSeconds(12));
        assertThat(harness.counter.refusals().lasting()).isEmpty();
        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void aSourceThatKeepsFailingIsTold() {
        source.failure = new ElasticException.Malformed("out of order");

        harness.pass(harness.reader(), Duration.ofMinutes(1));

        assertThat(harness.counter.refusals().lasting())
                .hasValueSatisfying(sentence -> assertThat(sentence).contains("out of order"));
    }

    @Test
    void aReaderThatWasFencedWritesNothingMoreAndTakesOverWhenTheShardIsStillItsOwn() {
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        harness.slices.getFirst().commitTransactionException = new ProducerFencedException("newer");
        source.index(10);

        harness.pass(reader, A_WHILE);
        assertThat(harness.slices).hasSize(1);
        assertThat(harness.slices.getFirst().closed()).isTrue();

        harness.store(checkpoint("docs-1", "uuid", "history-1", 15));
        harness.pass(reader, Duration.ofSeconds(12));
        assertThat(harness.slices).hasSize(2);
        assertThat(harness.done()).isEqualTo(19);
    }

    @Test
    void aCheckpointThatCouldNotBeWrittenIsFollowedByATakeOver() {
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        harness.slices.getFirst().commitTransactionException = new TimeoutException("too slow");
        source.index(10);

        harness.pass(reader, A_WHILE);

        assertThat(harness.slices).hasSize(2);
        assertThat(harness.done()).isEqualTo(19);
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

    @Test
    void aCheckpointThatStandsStillMakesTheReaderLookForThePrimaryAgain() {
        source.index(10);
        source.maxSeqNo = 12;
        ShardReader reader = harness.reader();

        harness.pass(reader, Duration.ofSeconds(15));

        assertThat(harness.numbers()).hasSize(20);
    }

    private static ElasticException refused(int status, String type) {
        Bytes body = Bytes.utf8("{\"error\":{\"type\":\"" + type + "\",\"reason\":\"no\"}}");
        try {
            new Reply("http://node", Call.get("/_search"), status, body).orThrow();
            throw new AssertionError("not refused");
        } catch (ElasticException e) {
            return e;
        }
    }

    private static Iterable<Long> upTo(long last) {
        return LongStream.rangeClosed(0, last).boxed().toList();
    }

    private static Checkpoint checkpoint(String docsTopicId, String indexUuid, String historyUuid, long done) {
        return new Checkpoint(docsTopicId, indexUuid, historyUuid, 1, done, 100, 1000);
    }
}
