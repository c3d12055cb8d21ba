package io.shardstream.reader.source;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.HttpShardCopy;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.common.shard.NotPrimaryException;

/// One shard of an index of a real cluster.
public final class HttpSourceShard implements SourceShard {
    private final IndexShards shards;
    private final String index;
    private final int shard;
    private final long maxDocumentBytes;
    private final boolean versions;

    /// @param shards those of the source index
    /// @param maxDocumentBytes larger documents are named, not read
    /// @param versions whether documents are wanted with their `_version`
    public HttpSourceShard(IndexShards shards, String index, int shard, long maxDocumentBytes, boolean versions) {
        this.versions = versions;
        this.shards = shards;
        this.index = index;
        this.shard = shard;
        this.maxDocumentBytes = maxDocumentBytes;
    }

    @Override
    public PrimaryCopy locate() throws ElasticException, NotPrimaryException {
        HttpShardCopy copy = shards.locate(shard);
        return new HttpPrimaryCopy(
                copy, new DocumentSearch(copy, index, shard, versions), new LoneDocument(maxDocumentBytes));
    }
}
