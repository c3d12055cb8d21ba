package io.shardstream.reader.shard;

import static io.shardstream.reader.shard.ReaderHarness.checkpoint;
import static io.shardstream.reader.shard.ReaderHarness.upTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.loop.BlockedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/// Where a reader goes on by the checkpoint that it finds, and what becomes of one that cannot be written.
class ReaderCheckpointTest {
    private static final Duration A_WHILE = Duration.ofSeconds(3);
    private final ReaderHarness harness = new ReaderHarness();
    private final FakeSource source = harness.source;

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
    void aCheckpointThatStandsStillMakesTheReaderLookForThePrimaryAgain() {
        source.index(10);
        source.maxSeqNo = 12;
        ShardReader reader = harness.reader();

        harness.pass(reader, Duration.ofSeconds(15));

        assertThat(harness.numbers()).hasSize(20);
    }
}
