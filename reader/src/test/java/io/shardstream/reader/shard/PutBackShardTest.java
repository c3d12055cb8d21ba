package io.shardstream.reader.shard;

import static io.shardstream.reader.shard.ReaderHarness.checkpoint;
import static io.shardstream.reader.shard.ReaderHarness.upTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.CopyIdentity;
import java.time.Duration;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/// A shard whose copy was put back to an earlier state, or whose history has changed.
class PutBackShardTest {
    private static final Duration A_WHILE = Duration.ofSeconds(3);
    private final ReaderHarness harness = new ReaderHarness();
    private final FakeSource source = harness.source;

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
}
