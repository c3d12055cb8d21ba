package io.shardstream.simulation.elastic;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.ForwardingShardCopy;
import io.shardstream.control.compare.scan.DocumentBodies;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.LiveDocuments;
import io.shardstream.control.compare.scan.ScannedCopy;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A copy of the source's model, looked at for what is live in it. Searches go in pieces, as they do over
/// HTTP, and what is visible may be another thing for each of them.
final class ScannedSource extends ForwardingShardCopy implements ScannedCopy {
    private static final long PIECE = 8;

    private final ModelPrimaryCopy copy;

    ScannedSource(ModelPrimaryCopy copy) {
        super(copy);
        this.copy = copy;
    }

    @Override
    public void forEachLive(long above, long upTo, LiveDocuments sink) throws ElasticException {
        for (long low = above; low < upTo; low += PIECE) {
            for (Live live : copy.search(low, Math.min(upTo, low + PIECE))) {
                sink.accept(live.seqNo(), 1);
            }
        }
    }

    @Override
    public long countLive(long above, long upTo) throws ElasticException {
        return copy.search(above, upTo).size();
    }

    @Override
    public List<DocumentName> named(Collection<Long> seqNos) throws ElasticException {
        return all().stream()
                .filter(live -> seqNos.contains(live.seqNo()))
                .map(ScannedSource::name)
                .toList();
    }

    @Override
    public List<DocumentName> withIds(Collection<Bytes> ids) throws ElasticException {
        Set<Bytes> wanted = new HashSet<>(ids);
        return all().stream()
                .map(ScannedSource::name)
                .filter(name -> wanted.contains(name.id()))
                .toList();
    }

    @Override
    public void bodies(Collection<Bytes> ids, DocumentBodies sink) throws ElasticException {
        Set<Bytes> wanted = new HashSet<>(ids);
        for (Live live : all()) {
            if (wanted.contains(Bytes.utf8(live.id()))) {
                sink.accept(name(live), live.source());
            }
        }
    }

    private List<Live> all() throws ElasticException {
        return copy.search(-1, Long.MAX_VALUE);
    }

    private static DocumentName name(Live live) {
        @Nullable String routing = live.routing();
        return new DocumentName(Bytes.utf8(live.id()), routing == null ? null : Bytes.utf8(routing), live.seqNo(), 1);
    }

    @Override
    public long deletes() throws ElasticException {
        return copy.deletes();
    }
}
