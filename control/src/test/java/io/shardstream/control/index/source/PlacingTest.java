package io.shardstream.control.index.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.routing.RoutingFunction;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlacingTest {
    /// 6.8, 7.17.29, 8.19.21, 9.5.3 and OpenSearch 3.8.0.
    @ParameterizedTest
    @CsvSource({
        "6082399, RANGES",
        "7172999, RANGES",
        "8537000, RANGES",
        "9063999, RANGES",
        "9064000, MODULO",
        "9111000, MODULO",
        "137237827, RANGES",
        "'', RANGES"
    })
    void theFunctionFollowsFromTheVersionThatMadeTheIndex(String created, RoutingFunction function) {
        assertThat(Placing.functionOf(created)).isEqualTo(function);
    }

    @ParameterizedTest
    @CsvSource({
        "3, 768, 1, RANGES, 3, 768, 1, RANGES, true",
        "3, 768, 1, RANGES, 3, 384, 1, RANGES, false",
        "3, 768, 1, RANGES, 3, 768, 1, MODULO, false",
        "3, 768, 1, MODULO, 3, 384, 1, MODULO, true",
        "3, 3, 1, RANGES, 3, 768, 1, MODULO, true",
        "3, 768, 1, RANGES, 3, 768, 2, RANGES, false",
        "3, 768, 1, RANGES, 6, 768, 1, RANGES, false",
        "1, 1024, 1, RANGES, 1, 2, 1, MODULO, true"
    })
    void areAlikeWhereEachDocumentHasTheSameShard(
            int shards,
            int ranges,
            int size,
            RoutingFunction function,
            int others,
            int rangesThere,
            int sizeThere,
            RoutingFunction functionThere,
            boolean areAlike) {
        ShardRouting one = new ShardRouting(shards, ranges, size, function);
        ShardRouting other = new ShardRouting(others, rangesThere, sizeThere, functionThere);
        assertThat(Placing.areAlike(one, other)).isEqualTo(areAlike);
        assertThat(Placing.areAlike(other, one)).isEqualTo(areAlike);
    }

    private static ShardRouting told(String metadata) throws IOException, ElasticException {
        try (FakeNode node = new FakeNode("source")) {
            node.answers(
                    "/_cluster/state/blocks,metadata/cities",
                    200,
                    "{'cluster_name':'c','metadata':{'indices':{'cities':" + metadata + "}}}");
            return Placing.of(node.cluster(), "cities");
        }
    }

    @Test
    void isToldByTheStateOfTheCluster() throws Exception {
        assertThat(told("{'routing_num_shards':24,'settings':{'index':{'number_of_shards':'3',"
                        + "'routing_partition_size':'2','version':{'created':'9111000'}}}}"))
                .isEqualTo(new ShardRouting(3, 24, 2, RoutingFunction.MODULO));
        assertThat(told("{'routing_num_shards':3,'settings':{'index':{'number_of_shards':'3',"
                        + "'version':{'created':'6082399'}}}}"))
                .isEqualTo(new ShardRouting(3, 3, 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'routing_num_shards':24}",
                "{'settings':{'index':{'number_of_shards':'3'}}}",
                "{'routing_num_shards':4,'settings':{'index':{'number_of_shards':'3'}}}"
            })
    void isNotGuessed(String metadata) {
        assertThatThrownBy(() -> told(metadata)).isInstanceOf(ElasticException.Malformed.class);
    }
}
