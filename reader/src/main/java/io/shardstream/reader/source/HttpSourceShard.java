package io.shardstream.reader.source;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.HttpShardCopy;
import io.shardstream.common.primary.IndexShards;
import io.shardstream.common.primary.NotPrimaryException;

/// One shard of an index of a real cluster.
public final class HttpSourceShard implements SourceShard {
    private final IndexShards shards;
    private final String index;
    private final int shard;
    private final long maxDocumentBytes;

    /// @param shards those of the source index
    /// @param maxDocumentBytes larger documents are named, not read
    public HttpSourceShard(IndexShards shards, String index, int shard, long maxDocumentBytes) {
        this.shards = shards;
        this.index = index;
        this.shard = shard;
        this.maxDocumentBytes = maxDocumentBytes;
    }

    @Override
    public PrimaryCopy locate() throws ElasticException, NotPrimaryException {
        HttpShardCopy copy = shards.locate(shard);
        WindowSearch search = new WindowSearch(copy.node(), copy.version(), index, shard, copy.maxResultWindow());
        return new HttpPrimaryCopy(copy, search, maxDocumentBytes);
    }
}
