package io.shardstream.control.compare.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Source shards that are put back to an older state.
class SourceScanTest {
    private final MemoryRun run = new MemoryRun(2, 3);

    @BeforeEach
    void read() {
        run.source(1).index("b", "{}");
        run.source(1).index("c", "{}");
        run.copy();
    }

    @Test
    void aShardWithFewerNumbersThanWereReadIsNotJudged() {
        putBack();
        assertThatThrownBy(this::reach).isInstanceOf(BlockedException.class).hasMessageContaining("older state");
    }

    @Test
    void whatWasReadIntoAnotherDocsTopicCountsToo() throws Exception {
        run.readAgain();
        assertThat(reach()).hasSize(2);

        putBack();
        assertThatThrownBy(this::reach).isInstanceOf(BlockedException.class).hasMessageContaining("older state");
    }

    @Test
    void aShardThatHasAsManyNumbersAgainIsKnownByWhatItHoldsUnderThem() throws Exception {
        run.source(1).putBack(0);
        run.source(1).index("x", "{}");
        run.source(1).index("y", "{}");

        assertThatThrownBy(this::reach).isInstanceOf(BlockedException.class).hasMessageContaining("older state");
        assertThatThrownBy(() -> scan().begin(List.of(1))).isInstanceOf(BlockedException.class);
        assertThatThrownBy(() -> scan().read(List.of(SequenceRange.whole(1)), _ -> {}))
                .isInstanceOf(BlockedException.class);
        run.source(1).cutOff();
        assertThatThrownBy(this::reach).isInstanceOf(NotPrimaryException.class);
    }

    @Test
    void whatIsNotOnAllCopiesIsNoSignOfAnotherHistory() throws Exception {
        run.source(1).putBack(0);
        run.source(1).index("x", "{}");
        run.source(1).unsettled(1);

        assertThat(WitnessLook.problem(run.compared(), new Asking(_ -> {}), run.state()))
                .isEmpty();
        run.source(1).unsettled(0);
        assertThat(WitnessLook.problem(run.compared(), new Asking(_ -> {}), run.state()))
                .contains("shard 1 of the source holds other documents than were read");
    }

    @Test
    void aShardThatHasNotRefreshedSinceShowsFirstWhatItHolds() throws Exception {
        run.source(1).putBack(0);
        run.source(1).showOnlyRefreshed();
        run.source(1).index("x", "{}");

        assertThat(WitnessLook.problem(run.compared(), new Asking(_ -> {}), run.state()))
                .contains("shard 1 of the source holds other documents than were read");
    }

    @Test
    void ofOneThatMayNotBeRefreshedNothingFollowsFromWhatIsNotFound() throws Exception {
        run.source(1).refuseRefreshes();
        run.source(1).putBack(0);
        run.source(1).showOnlyRefreshed();
        run.source(1).index("x", "{}");

        assertThat(WitnessLook.problem(run.compared(), new Asking(_ -> {}), run.state()))
                .isEmpty();
        run.source(1).refresh();
        assertThat(WitnessLook.problem(run.compared(), new Asking(_ -> {}), run.state()))
                .isPresent();
    }

    @Test
    void whatWasWrittenAgainIsNoSignOfAnotherHistory() throws Exception {
        run.source(1).index("c", "{}");
        run.source(1).delete("b");

        assertThat(reach()).hasSize(2);
    }

    private void putBack() {
        run.source(1).empty();
        run.source(1).index("b", "{}");
    }

    private Map<Integer, SourceWords> reach() throws Exception {
        return scan().reach();
    }

    private SourceScan scan() {
        return new SourceScan(run.compared(), new Asking(_ -> {}), run.state(), true);
    }
}
