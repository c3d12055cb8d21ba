package io.shardstream.simulation.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.group.Pin;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What many writers come to together; times are simulated. [ScalingMeasurement] has the long form.
class ScalingTest {
    private static final int WRITERS = 8;
    private static final int NODES = 4;
    private static final int LANES = 64;
    private static final double CAPACITY = NODES * ModelDataNode.THREADS * ModelDataNode.BYTES_PER_SECOND;

    private final ScaledRun run = new ScaledRun(WRITERS, LANES, NODES, Pin.AUTO, 1);

    @Test
    void pinnedWritersUseAllNodesAndHardlyMakeAnyBulkWait() {
        run.run(Duration.ofSeconds(30));
        assertThat(run.bytesPerSecond(Duration.ofSeconds(20))).isGreaterThan(0.85 * CAPACITY);
        assertThat(run.isEachAtOneNode()).isTrue();
        assertThat(run.target().alive())
                .allSatisfy(node -> assertThat(node.underWay()).isLessThanOrEqualTo(4 * ModelDataNode.THREADS));
        assertThat(run.target().refused()).isZero();
    }

    /// Target: 5 s.
    @Test
    void lanesAreAtTheirPrimariesAgainWithinFiveSecondsWhenANodeIsGone() {
        run.run(Duration.ofSeconds(15));
        Map<Integer, Integer> before = run.owners();
        int divisions = run.divisions();
        run.killNode(0);
        assertThat(run.settle()).isLessThanOrEqualTo(Duration.ofSeconds(5));
        // One to give lanes up, and one to take them.
        assertThat(run.divisions() - divisions).isEqualTo(2);
        assertThat(run.owners().entrySet())
                .filteredOn(lane -> lane.getValue().equals(before.get(lane.getKey())))
                .hasSizeGreaterThanOrEqualTo(LANES / 2);
        assertThat(run.bytesPerSecond(Duration.ofSeconds(20))).isGreaterThan(0.85 * CAPACITY * (NODES - 1) / NODES);
    }
}
