package io.shardstream.control.index.cluster;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.target.ShardHistories;
import java.util.List;
import java.util.stream.IntStream;

/// How far the shards of an index are, as its primaries say.
final class IndexReach {
    private IndexReach() {}

    /// @param shards how many it has: an answer leaves out those that have no copy at work
    /// @throws ElasticException also if not every primary says so
    static List<ShardReach> of(ElasticCluster cluster, String index, int shards) throws ElasticException {
        ShardHistories told = ShardHistories.read(cluster, index, shards);
        for (int shard = 0; shard < shards; shard++) {
            if (!told.numbers().tells(shard) || told.uuids().uuids().get(shard).isEmpty()) {
                throw new ElasticException.Malformed("The " + cluster.name() + " does not say how far the primary of "
                        + index + "[" + shard + "] is");
            }
        }
        return IntStream.range(0, shards)
                .mapToObj(shard -> new ShardReach(
                        told.uuids().uuids().get(shard),
                        told.numbers().highest().get(shard)))
                .toList();
    }
}
