package io.shardstream.common.primary;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;

/// A primary, asked by HTTP at the node that holds it.
public final class HttpShardCopy implements ShardCopy {
    private final NodeShards nodeShards;
    private final CopyIdentity identity;
    private final int maxResultWindow;
    private final IndexRefresh refresh;
    private final String shard;

    HttpShardCopy(
            NodeShards nodeShards, CopyIdentity identity, int maxResultWindow, IndexRefresh refresh, String shard) {
        this.nodeShards = nodeShards;
        this.identity = identity;
        this.maxResultWindow = maxResultWindow;
        this.refresh = refresh;
        this.shard = shard;
    }

    @Override
    public CopyIdentity identity() {
        return identity;
    }

    @Override
    public Numbers numbers() throws ElasticException, NotPrimaryException {
        return nodeShards
                .askPrimary()
                .orElseThrow(() -> new NotPrimaryException(shard + " has no started primary on " + where()));
    }

    @Override
    public void refresh() throws ElasticException {
        refresh.afterNow(nodeShards.node());
    }

    @Override
    public int maxResultWindow() {
        return maxResultWindow;
    }

    /// The node itself, for searches.
    public ElasticNode node() {
        return nodeShards.node();
    }

    /// The version of the server on that node.
    public ServerVersion version() {
        return nodeShards.version();
    }

    @Override
    public String where() {
        return node().address();
    }
}
