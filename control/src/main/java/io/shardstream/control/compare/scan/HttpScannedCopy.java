package io.shardstream.control.compare.scan;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.ForwardingShardCopy;
import io.shardstream.common.shard.HttpShardCopy;
import io.shardstream.common.shard.NotPrimaryException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A primary, asked by HTTP at the node that holds it.
final class HttpScannedCopy extends ForwardingShardCopy implements ScannedCopy {
    private final HttpShardCopy copy;
    private final ShardSearch search;
    private final NameSearch names;
    private final BodySearch bodies;
    private final CountSearch counts;
    private final SearchHabits habits;

    /// @param maxDocumentBytes larger documents are told and not read
    /// @param habits what is known of the shard
    HttpScannedCopy(HttpShardCopy copy, ShardSearch search, long maxDocumentBytes, SearchHabits habits) {
        super(copy);
        this.copy = copy;
        this.search = search;
        this.names = new NameSearch(search);
        this.bodies = new BodySearch(search, copy.version().leavesOutVectors(), maxDocumentBytes, habits);
        this.counts = new CountSearch(search, habits);
        this.habits = habits;
    }

    @Override
    public void forEachLive(long above, long upTo, LiveDocuments sink) throws ElasticException {
        if (habits.hasNumbersWithPoints(search)) {
            new LiveWindows(search, habits).scan(above, upTo, sink);
        } else {
            new LiveSlice(search).scan(above, upTo, sink);
        }
    }

    @Override
    public long countLive(long above, long upTo) throws ElasticException {
        return search.count(above, upTo);
    }

    @Override
    public Counted count(Counting what) throws ElasticException {
        return counts.count(what);
    }

    @Override
    public Optional<List<Long>> numbersOf(List<Long> versions) throws ElasticException {
        return counts.numbersOf(versions);
    }

    @Override
    public boolean findsVersions() {
        return copy.version().aggregatesVersions();
    }

    @Override
    public List<Long> drawn(long above, long upTo, int count, long seed) throws ElasticException {
        return search.drawn(above, upTo, count, seed);
    }

    @Override
    public long storedBytes() throws ElasticException {
        return search.storedBytes();
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
        bodies.withIds(List.copyOf(ids), sink);
    }

    @Override
    public void bodiesAt(Collection<Long> seqNos, DocumentBodies sink) throws ElasticException {
        bodies.at(List.copyOf(seqNos), sink);
    }

    @Override
    public JsonNode found(ObjectNode body) throws ElasticException {
        JsonNode answer = search.send(search.search(body).with("request_cache", "false"))
                .orThrow()
                .json();
        search.requireWholeShard(answer);
        return answer;
    }

    @Override
    public long deletes() throws ElasticException, NotPrimaryException {
        return copy.deletes();
    }
}
