package io.shardstream.control.index.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.Severity;
import org.junit.jupiter.api.Test;

class ShardCountTest {
    private static final long GIB = 1L << 30;

    @Test
    void aClusterThatTakesNoMoreShardsBlocks() {
        assertThat(new ShardCount(3, 1, true, 2, 2, 1995, 1000).findings(30 * GIB))
                .extracting(Finding::severity)
                .containsExactly(Severity.BLOCKS);
    }

    @Test
    void nodesOfOtherTiersMakeTheLimitWiderAndHoldNoReplicas() {
        assertThat(new ShardCount(3, 2, true, 2, 10, 1995, 1000).findings(30 * GIB))
                .extracting(Finding::severity)
                .containsExactly(Severity.WARNS);
    }

    @Test
    void aTargetThatIsThereTakesNoMore() {
        assertThat(new ShardCount(3, 1, false, 2, 2, 2000, 1000).findings(30 * GIB))
                .isEmpty();
    }

    @Test
    void moreReplicasThanOtherNodesAreWarnedOf() {
        assertThat(new ShardCount(3, 2, true, 2, 2, 0, 1000).findings(30 * GIB))
                .extracting(Finding::what)
                .containsExactly("The target has 2 replicas of each shard, and 2 data nodes to hold them: some"
                        + " replicas stay unassigned.");
    }

    @Test
    void shardsThatWouldBeLargeAreWarnedOf() {
        assertThat(new ShardCount(1, 0, true, 2, 2, 0, 1000).findings(60 * GIB))
                .extracting(Finding::severity)
                .containsExactly(Severity.WARNS);
    }

    @Test
    void shardsThatWouldBeSmallAreNoted() {
        assertThat(new ShardCount(3, 0, true, 2, 2, 0, 1000).findings(GIB))
                .extracting(Finding::severity)
                .containsExactly(Severity.NOTES);
    }
}
