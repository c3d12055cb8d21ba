package io.shardstream.control.compare.scan;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.common.shard.HttpShardCopy;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.common.shard.NotPrimaryException;

/// One shard of an index of a real cluster.
public final class HttpScannedShard implements ScannedShard {
    private final IndexShards shards;
    private final ScanPace pace;
    private final String index;
    private final int shard;
    private final long maxDocumentBytes;
    private final SearchHabits habits = new SearchHabits();

    /// @param shards those of that index
    /// @param pace how fast it may be searched
    /// @param maxDocumentBytes larger documents are told and not read
    public HttpScannedShard(IndexShards shards, ScanPace pace, String index, int shard, long maxDocumentBytes) {
        this.shards = shards;
        this.pace = pace;
        this.index = index;
        this.shard = shard;
        this.maxDocumentBytes = maxDocumentBytes;
    }

    @Override
    public ScannedCopy locate() throws ElasticException, NotPrimaryException {
        HttpShardCopy copy = shards.locate(shard);
        return new HttpScannedCopy(copy, new ShardSearch(copy, pace, index, shard), maxDocumentBytes, habits);
    }

    @Override
    public CopyNumbers numbers() throws ElasticException, NotPrimaryException {
        return shards.numbers(shard);
    }

    @Override
    public ElectedPrimary elected() throws ElasticException, NotPrimaryException {
        return shards.elected(shard);
    }

    @Override
    public boolean sharesAnswers() {
        return true;
    }
}
