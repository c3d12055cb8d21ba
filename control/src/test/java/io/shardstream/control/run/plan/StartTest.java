package io.shardstream.control.run.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.version.MemoryShard;
import io.shardstream.control.index.target.TargetMark;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartTest {
    private final MemoryShard source = new MemoryShard();

    @Test
    void whatTheTargetKnowsIsNotReadAgain() throws Exception {
        documents(10);
        Start start = start(new FoundWords.OfShard(2, 7, 6));
        assertThat(start.checkpoint("docs", "s"))
                .isEqualTo(
                        new Checkpoint("docs", "s", source.locate().identity().historyUuid(), 2, 7, 0, 0));
    }

    /// One by one they take longer.
    @Test
    void aShardOfWhichMostIsMissingIsReadFromItsStartInTheLineageThatTheTargetHas() throws Exception {
        documents(10);
        assertThat(start(new FoundWords.OfShard(1, 9, 5)).done()).isEqualTo(9);
        assertThat(start(new FoundWords.OfShard(2, 9, 4)).done()).isEqualTo(-1);
        assertThat(start(new FoundWords.OfShard(2, 9, 4)).lineage()).isEqualTo(2);
    }

    @Test
    void aShardOfWhichTheTargetHasNothingIsReadFromItsStart() throws Exception {
        documents(3);
        assertThat(start(FoundWords.OfShard.NONE).done()).isEqualTo(-1);
    }

    /// The source was restored from a snapshot, and the target holds what it has lost.
    @Test
    void aTargetThatKnowsMoreThanTheSourceIsRefused() {
        documents(3);
        assertThatThrownBy(() -> start(new FoundWords.OfShard(1, 3, 4)))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("Shard 0 of source index 'cities' has come to sequence number 2")
                .hasMessageContaining("up to 3");
    }

    /// The same numbers stand for other documents.
    @Test
    void aSourceWithAnotherHistoryIsRefused() throws Exception {
        documents(3);
        TargetMark mark = mark();
        source.failOver("other");
        assertThatThrownBy(
                        () -> Start.of(0, source, "cities", mark, new FoundWords.OfShard(1, 1, 2), new Asking(_ -> {})))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("another history");
    }

    /// The server that made the target told no history.
    @Test
    void aMarkThatDoesNotTellTheHistoryIsNotEnough() {
        documents(3);
        TargetMark mark = new TargetMark("s", VersionMode.SEQNO, List.of(), List.of());
        assertThatThrownBy(
                        () -> Start.of(0, source, "cities", mark, new FoundWords.OfShard(1, 1, 2), new Asking(_ -> {})))
                .isInstanceOf(RunRefusedException.class);
    }

    private void documents(int count) {
        for (int i = 0; i < count; i++) {
            source.index("d" + i, "{}");
        }
    }

    private TargetMark mark() {
        return new TargetMark(
                "s", VersionMode.SEQNO, List.of(source.locate().identity().historyUuid()), List.of(1L));
    }

    private Start start(FoundWords.OfShard found) throws Exception {
        return Start.of(0, source, "cities", mark(), found, new Asking(_ -> {}));
    }
}
