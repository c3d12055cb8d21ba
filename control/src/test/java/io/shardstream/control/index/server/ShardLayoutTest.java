package io.shardstream.control.index.server;

import static io.shardstream.control.index.server.ServerAnswers.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.Severity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShardLayoutTest {
    private static final Watermark HIGH = Watermark.high(ClusterSettings.NONE);

    @Test
    void copiesAreSpreadEvenlyAndTheNodeWithMostRoomGetsTheOddOne() {
        assertThat(ShardLayout.planned(2, 1, List.of(node("a", 500), node("b", 900), node("c", 300)), HIGH))
                .extracting(NodeShare::node, NodeShare::copies)
                .containsExactly(tuple("a", 1), tuple("b", 2), tuple("c", 1));
    }

    @Test
    void noNodeHoldsAShardTwice() {
        assertThat(ShardLayout.planned(3, 4, List.of(node("a", 500), node("b", 500)), HIGH))
                .extracting(NodeShare::copies)
                .containsExactly(3, 3);
    }

    @Test
    void ofATargetThatIsThereCopiesAreCountedWhereTheyAre() {
        assertThat(ShardLayout.actual(
                        json("[{'node':'a'},{'node':'a -> 10.0.0.1 x b'},{'node':null}]"),
                        List.of(node("a", 600), node("b", 600)),
                        HIGH))
                .containsExactly(
                        new NodeShare("a", 2, OptionalLong.of(500)), new NodeShare("b", 0, OptionalLong.of(500)));
    }

    @Test
    void aNodeThatGetsMoreThanItHasRoomForIsNamed() {
        assertThat(disk(100, share("a", 2, 199), share("b", 2, 200))).hasValueSatisfying(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNS);
            assertThat(finding.what()).endsWith(": 'a' 2 copies of shards, 200 B, with room for 199 B.");
        });
    }

    @Test
    void aShardForWhichNoNodeHasRoomBlocks() {
        assertThat(disk(100, share("a", 1, 99), share("b", 1, 50)))
                .map(Finding::severity)
                .contains(Severity.BLOCKS);
    }

    @Test
    void nodesWithRoomOrWithoutWordsAreFine() {
        assertThat(disk(100, share("a", 2, 200), new NodeShare("b", 9, OptionalLong.empty())))
                .isEmpty();
    }

    /// Of a target with four shards.
    private static Optional<Finding> disk(long perShard, NodeShare... shares) {
        return NodeDiskRule.of(new DiskNeed(4 * perShard, 0), 4, List.of(shares));
    }

    private static NodeShare share(String name, int copies, long room) {
        return new NodeShare(name, copies, OptionalLong.of(room));
    }

    /// With a disk of 1000, of which a tenth stays free.
    private static ClusterNode node(String name, long available) {
        return new ClusterNode(name, "", Set.of("data"), "", OptionalLong.of(1000), OptionalLong.of(available));
    }
}
