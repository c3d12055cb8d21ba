package io.shardstream.control.compare.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.version.ComparisonRounds.ShardSize;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ComparisonRoundsTest {
    @Test
    void numbersThatLieCloseTakeABitEach() {
        ShardSize dense = new ShardSize(99_999_999, 90_000_000);

        assertThat(dense.bytes()).isEqualTo(12_500_000);
        assertThat(ComparisonRounds.of(
                        new TreeMap<>(Map.of(0, dense, 1, dense, 2, dense)), ComparisonRounds.MOST_BYTES))
                .hasSize(1);
    }

    @Test
    void numbersThatLieApartTakeTwoBytesEach() {
        ShardSize sparse = new ShardSize(9_999_999_999L, 30_000_000);

        assertThat(sparse.bytes()).isEqualTo(60_000_000);
        assertThat(ComparisonRounds.of(Map.of(0, sparse), ComparisonRounds.MOST_BYTES))
                .hasSize(2);
    }

    @Test
    void theMoreNumbersWereGivenOutTheFewerShardsOfTheTargetAreReadAtOnce() {
        assertThat(ComparisonRounds.targetShardsAtOnce(0)).isGreaterThan(1000);
        assertThat(ComparisonRounds.targetShardsAtOnce(8 * ComparisonRounds.MOST_BYTES / 2))
                .isEqualTo(5);
        assertThat(ComparisonRounds.targetShardsAtOnce(8 * ComparisonRounds.MOST_BYTES))
                .isEqualTo(1);
        assertThat(ComparisonRounds.targetShardsAtOnce(1L << 40)).isEqualTo(1);
    }

    @Test
    void equalNumbersTakeABitEachTime() {
        assertThat(new ShardSize(99_999_999, 250_000_000).bytes()).isEqualTo(37_500_000);
    }

    @Test
    void aShardThatHasNothingTakesNothing() {
        assertThat(new ShardSize(-1, 0).bytes()).isZero();
    }

    @Test
    void piecesOfAShardFollowEachOther() {
        assertThat(ComparisonRounds.of(Map.of(3, new ShardSize(79, 80)), 4))
                .flatMap(round -> round)
                .containsExactly(
                        new SequenceRange(3, -1, 26),
                        new SequenceRange(3, 26, 53),
                        new SequenceRange(3, 53, SequenceRange.OPEN));
    }
}
