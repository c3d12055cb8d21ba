package io.shardstream.common.contract.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Against the values that Elasticsearch's and OpenSearch's own tests publish (`Murmur3HashFunctionTests`,
/// `OperationRoutingTests`). The integration tests ask real servers.
class ShardRouterTest {
    @ParameterizedTest
    @CsvSource({
        "0x5a0cb7c3, hell",
        "0xd7c31989, hello",
        "0x22ab2984, hello w",
        "0xdf0ca123, hello wo",
        "0xe7744d61, hello wor",
        "0xe07db09c, The quick brown fox jumps over the lazy dog",
        "0x4e63d2ad, The quick brown fox jumps over the lazy cog"
    })
    void hashesAsElasticsearchDoes(String expected, String text) {
        assertThat(Murmur3.hash(text)).isEqualTo(Integer.parseUnsignedInt(expected.substring(2), 16));
    }

    @ParameterizedTest
    @CsvSource({
        "sEERfFzPSI, 1", "cNRiIrjzYd, 7", "BgfLBXUyWT, 5", "cnepjZhQnb, 3", "OKCmuYkeCK, 6", "OutXGRQUja, 5",
        "yCdyocKWou, 1", "KXuNWWNgVj, 2", "DGJOYrpESx, 4", "upLDybdTGs, 5", "hswhrppvDH, 0", "qoZALVcite, 7",
        "EBzEDAPODe, 2", "YePigbXgKb, 1", "PeGJjomyik, 3", "cyQIvDmyYD, 7", "KWimwsREPf, 4", "AITyyoyLLs, 4"
    })
    void findsTheShardById(String id, int shard) {
        ShardRouter router = new ShardRouter(new ShardRouting(8, 8, 1));
        assertThat(router.shardOf(id, null)).isEqualTo(shard);
        assertThat(router.shardOf("another id", id)).as("by routing").isEqualTo(shard);
    }

    @ParameterizedTest
    @CsvSource({
        "a, a_0, 3", "a, a_1, 2", "a, a_2, 2", "a, a_3, 3", "b, b_0, 5", "b, b_1, 0", "b, b_2, 0", "b, b_3, 0",
        "c, c_0, 4", "c, c_1, 4", "c, c_2, 3", "c, c_3, 4", "d, d_0, 3", "d, d_1, 4", "d, d_2, 4", "d, d_3, 4"
    })
    void spreadsOneRoutingValueOverAPartition(String routing, String id, int shard) {
        assertThat(new ShardRouter(new ShardRouting(6, 6, 2)).shardOf(id, routing))
                .isEqualTo(shard);
    }

    /// What Elasticsearch 9.5.3 answers to `_search_shards?routing=` for an index of 5 shards.
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 3", "2, 2", "3, 4", "4, 2", "5, 1", "6, 2", "7, 3", "8, 1", "9, 1", "abc, 4"})
    void findsTheShardByModulo(String id, int shard) {
        ShardRouting index = new ShardRouting(5, 640, 1).with(RoutingFunction.MODULO);
        assertThat(new ShardRouter(index).shardOf(id, null)).isEqualTo(shard);
    }

    @ParameterizedTest
    @CsvSource({
        "a, a_0, 1",
        "a, a_1, 2",
        "a, a_4, 1",
        "b, b_0, 0",
        "b, b_4, 3",
        "c, c_1, 1",
        "c, c_3, 0",
        "d, d_0, 2",
        "d, d_2, 3"
    })
    void dividesTheRoutingShardsOfAShrunkIndex(String routing, String id, int shard) {
        assertThat(new ShardRouter(new ShardRouting(4, 8, 3)).shardOf(id, routing))
                .isEqualTo(shard);
    }

    @Test
    void refusesRoutingShardsThatDoNotDivide() {
        assertThatThrownBy(() -> new ShardRouting(3, 1024, 1))
                .hasMessage("routing_num_shards must be a multiple of 3 shards, got 1024");
    }
}
