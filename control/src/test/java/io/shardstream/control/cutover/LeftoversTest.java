package io.shardstream.control.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.Phase;
import io.shardstream.common.record.RunPhase;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.routing.ShardRouting;
import io.shardstream.control.clean.Leftovers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a run that is over has left in clusters in memory.
class LeftoversTest {
    private static final String WRITE = "Shardstream-x-Write-id";
    private static final String BLOCK = "Shardstream-x-Block-docs-1-1";

    private final MemoryCluster source = new MemoryCluster("old").with("cities", "s");
    private final MemoryCluster target = new MemoryCluster("new").with("v2", "t", Alias.plain(WRITE));

    /// Its owner has made it read-only.
    @Test
    void aBlockThatTheRunHasNeverSetIsNotItsOwn() throws Exception {
        target.block("v2", true);
        Leftovers left = left(Map.of());
        assertThat(left.aliases()).hasSize(1);
        assertThat(left.needed(left.aliases())).isEmpty();
    }

    @Test
    void aBlockThatTheRunMayHaveSetIsToBeLiftedFirst() throws Exception {
        target.with("v2", "t", Alias.plain(WRITE), Alias.plain(BLOCK));
        target.block("v2", true);
        Leftovers left = left(Map.of());
        assertThat(left.needed(left.aliases())).hasValueSatisfying(why -> assertThat(why)
                .contains("'v2'", "may have set"));
    }

    private Leftovers left(Map<String, byte[]> more) {
        return left(more, source);
    }

    private Leftovers left(Map<String, byte[]> more, ClusterSwitch ofSource) {
        RunPlan plan = new RunPlan(
                "cities",
                "s",
                1,
                "v2",
                "t",
                new ShardRouting(1, 1024, 1),
                WRITE,
                "docs",
                1000,
                List.of(0L),
                1);
        Map<String, byte[]> said = new HashMap<>(more);
        said.put(RunPlan.KEY, plan.encode());
        said.putIfAbsent(RunPhase.KEY, new RunPhase(Phase.COMPLETED, 1, "").encode());
        return new Leftovers("x", new ControlRecords(said), ofSource, target);
    }
}
