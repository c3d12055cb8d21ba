package io.shardstream.control.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.scan.Asking;
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

    private void putBack() {
        run.source(1).empty();
        run.source(1).index("b", "{}");
    }

    private Map<Integer, SourceWords> reach() throws Exception {
        return new SourceScan(run.compared(), new Asking(_ -> {}), run.state(), true).reach();
    }
}
