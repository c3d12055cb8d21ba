package io.shardstream.control.scan;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.HttpShardCopy;
import io.shardstream.common.primary.IndexShards;
import io.shardstream.common.primary.NotPrimaryException;

/// One shard of an index of a real cluster.
public final class HttpScannedShard implements ScannedShard {
    private final IndexShards shards;
    private final String index;
    private final int shard;

    /// @param shards those of that index
    public HttpScannedShard(IndexShards shards, String index, int shard) {
        this.shards = shards;
        this.index = index;
        this.shard = shard;
    }

    @Override
    public ScannedCopy locate() throws ElasticException, NotPrimaryException {
        HttpShardCopy copy = shards.locate(shard);
        return new HttpScannedCopy(copy, new ShardSearch(copy, index, shard));
    }
}
