package io.shardstream.common.shard;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import java.time.Duration;

/// A primary, asked by HTTP at the node that holds it.
public final class HttpShardCopy implements ShardCopy {
    private static final Duration LONGEST_STAND = Duration.ofMinutes(5);

    private final NodeIndex nodeIndex;
    private final CopyLocation place;
    private final CopyIdentity identity;
    private final IndexLimits limits;
    private final IndexRefresh refresh;
    private final Settling settling;
    private final Share share;
    private final String index;
    private final int shard;

    HttpShardCopy(
            NodeIndex nodeIndex,
            CopyLocation place,
            CopyIdentity identity,
            IndexLimits limits,
            IndexRefresh refresh,
            Settling settling,
            Share share,
            String index,
            int shard) {
        this.nodeIndex = nodeIndex;
        this.place = place;
        this.identity = identity;
        this.limits = limits;
        this.refresh = refresh;
        this.settling = settling;
        this.share = share;
        this.index = index;
        this.shard = shard;
    }

    @Override
    public CopyIdentity identity() {
        return identity;
    }

    @Override
    public CopyNumbers numbers() throws ElasticException, NotPrimaryException {
        share.note(shard);
        CopyNumbers numbers = nodeIndex.numbers(shard);
        if (refresh.isAllowed()) {
            settling.help(nodeIndex, limits.syncInterval(), shard, numbers);
        }
        return numbers;
    }

    @Override
    public void refresh() throws ElasticException {
        refresh.ask(nodeIndex, shard);
    }

    @Override
    public void refreshIndex() throws ElasticException {
        refresh.ask(nodeIndex.node());
    }

    @Override
    public void settleIndex() {
        if (limits.syncInterval().isPresent() && refresh.isAllowed()) {
            settling.flush(node());
        }
    }

    /// It has what all copies have, which sync at different moments: two intervals, if these are not so long
    /// that nobody would wait.
    @Override
    public Duration mayStand() {
        Duration two = limits.syncInterval().orElse(Duration.ZERO).multipliedBy(2);
        return two.compareTo(LONGEST_STAND) < 0 ? two : LONGEST_STAND;
    }

    @Override
    public boolean mayRefresh() {
        return refresh.isAllowed();
    }

    @Override
    public void wake() throws ElasticException {
        refresh.wake(nodeIndex, shard);
    }

    @Override
    public String ownRefreshes() {
        String ask = "POST /" + index + "/_refresh, twice, by somebody who may";
        return limits.refreshesByItself()
                ? "it does so every " + limits.refreshInterval()
                        + " if something was written, and only then. If nothing" + " is being written: " + ask
                : "with refresh_interval " + limits.refreshInterval() + " it never does. Set another"
                        + " index.refresh_interval, or: " + ask;
    }

    @Override
    public int maxResultWindow() {
        return limits.maxResultWindow();
    }

    /// The most values that one query may name, `index.max_terms_count`.
    public int maxTerms() {
        return limits.maxTerms();
    }

    /// Whether the cluster says at this moment that this is the primary. A node that has been cut off from the
    /// others cannot say so: it is asked behind [MastersWork], after all that the master had to do.
    public boolean isElected() throws ElasticException {
        MastersWork.awaitAll(node());
        return ElectedPrimary.read(node()::send, "Node " + node(), index, shard).is(identity);
    }

    /// Deletes that this copy has carried out since its counter began, `indexing.delete_total`.
    public long deletes() throws ElasticException, NotPrimaryException {
        return nodeIndex.deletes(shard);
    }

    /// What a document of this copy takes on the node's disk, on the average; 0 if the node does not say.
    /// Documents that were deleted and are still there count for those that are live.
    public long storedBytes() throws ElasticException {
        return nodeIndex.storedBytes(shard);
    }

    /// The node itself, for searches.
    public ElasticNode node() {
        return nodeIndex.node();
    }

    /// The version of the server on that node.
    public ServerVersion version() {
        return nodeIndex.version();
    }

    @Override
    public CopyLocation place() {
        return place;
    }

    @Override
    public String where() {
        return node().address();
    }
}
