package io.shardstream.common.shard;

import io.shardstream.common.elastic.ElasticException;
import java.time.Duration;

/// Leaves everything to another copy. For classes that ask a copy for more than this, or that change what
/// one says.
public abstract class ForwardingShardCopy implements ShardCopy {
    private final ShardCopy copy;

    protected ForwardingShardCopy(ShardCopy copy) {
        this.copy = copy;
    }

    @Override
    public CopyIdentity identity() {
        return copy.identity();
    }

    @Override
    public CopyNumbers numbers() throws ElasticException, NotPrimaryException {
        return copy.numbers();
    }

    @Override
    public void refresh() throws ElasticException {
        copy.refresh();
    }

    @Override
    public void refreshIndex() throws ElasticException {
        copy.refreshIndex();
    }

    @Override
    public void settleIndex() {
        copy.settleIndex();
    }

    @Override
    public Duration mayStand() {
        return copy.mayStand();
    }

    @Override
    public boolean mayRefresh() {
        return copy.mayRefresh();
    }

    @Override
    public void wake() throws ElasticException {
        copy.wake();
    }

    @Override
    public String ownRefreshes() {
        return copy.ownRefreshes();
    }

    @Override
    public int maxResultWindow() {
        return copy.maxResultWindow();
    }

    @Override
    public CopyLocation place() {
        return copy.place();
    }

    @Override
    public String where() {
        return copy.where();
    }
}
