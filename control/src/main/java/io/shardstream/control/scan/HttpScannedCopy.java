package io.shardstream.control.scan;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.CopyIdentity;
import io.shardstream.common.primary.HttpShardCopy;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.common.primary.Numbers;
import java.util.Collection;
import java.util.List;

/// A primary, asked by HTTP at the node that holds it.
final class HttpScannedCopy implements ScannedCopy {
    private final HttpShardCopy copy;
    private final ShardSearch search;
    private final NameSearch names;
    private final BodySearch bodies;

    HttpScannedCopy(HttpShardCopy copy, ShardSearch search) {
        this.copy = copy;
        this.search = search;
        this.names = new NameSearch(search);
        this.bodies = new BodySearch(search, copy.version().leavesOutVectors());
    }

    @Override
    public CopyIdentity identity() {
        return copy.identity();
    }

    @Override
    public Numbers numbers() throws ElasticException, NotPrimaryException {
        return copy.numbers();
    }

    @Override
    public void refresh() throws ElasticException {
        copy.refresh();
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
    public String where() {
        return copy.where();
    }

    @Override
    public void forEachLive(long above, long upTo, LiveDocuments sink) throws ElasticException {
        if (search.hasNumbersWithPoints()) {
            new LiveWindows(search).scan(above, upTo, sink);
        } else {
            new LiveSlice(search).scan(above, upTo, sink);
        }
    }

    @Override
    public long countLive(long above, long upTo) throws ElasticException {
        return search.count(above, upTo);
    }

    @Override
    public List<DocumentName> named(Collection<Long> seqNos) throws ElasticException {
        return names.named(seqNos);
    }

    @Override
    public List<DocumentName> withIds(Collection<Bytes> ids) throws ElasticException {
        return names.withIds(ids);
    }

    @Override
    public void bodies(Collection<Bytes> ids, DocumentBodies sink) throws ElasticException {
        bodies.read(List.copyOf(ids), sink);
    }

    @Override
    public long deletes() throws ElasticException {
        return search.deletes();
    }
}
