package io.shardstream.control.words;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.words.Rounds.ShardSize;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RoundsTest {
    @Test
    void numbersThatLieCloseTakeABitEach() {
        ShardSize dense = new ShardSize(99_999_999, 90_000_000);

        assertThat(dense.bytes()).isEqualTo(12_500_000);
        assertThat(Rounds.of(new TreeMap<>(Map.of(0, dense, 1, dense, 2, dense)), Rounds.MOST_BYTES))
                .hasSize(1);
    }

    @Test
    void numbersThatLieApartTakeTwoBytesEach() {
        ShardSize sparse = new ShardSize(9_999_999_999L, 30_000_000);

        assertThat(sparse.bytes()).isEqualTo(60_000_000);
        assertThat(Rounds.of(Map.of(0, sparse), Rounds.MOST_BYTES)).hasSize(2);
    }

    @Test
    void theMoreNumbersWereGivenOutTheFewerShardsOfTheTargetAreReadAtOnce() {
        assertThat(Rounds.targetShardsAtOnce(0)).isGreaterThan(1000);
        assertThat(Rounds.targetShardsAtOnce(8 * Rounds.MOST_BYTES / 2)).isEqualTo(5);
        assertThat(Rounds.targetShardsAtOnce(8 * Rounds.MOST_BYTES)).isEqualTo(1);
        assertThat(Rounds.targetShardsAtOnce(1L << 40)).isEqualTo(1);
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
        assertThat(Rounds.of(Map.of(3, new ShardSize(79, 80)), 4))
                .flatMap(round -> round)
                .containsExactly(new Part(3, -1, 26), new Part(3, 26, 53), new Part(3, 53, Part.OPEN));
    }
}
