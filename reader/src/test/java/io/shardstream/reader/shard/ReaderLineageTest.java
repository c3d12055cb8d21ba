package io.shardstream.reader.shard;

import static io.shardstream.reader.shard.ReaderHarness.checkpoint;
import static io.shardstream.reader.shard.ReaderHarness.upTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.CopyIdentity;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A history that was accepted is read in a lineage of its own.
class ReaderLineageTest {
    private static final Duration A_WHILE = Duration.ofSeconds(3);
    private final ReaderHarness harness = new ReaderHarness();
    private final FakeSource source = harness.source;

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
}
