package io.shardstream.simulation.rule;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.ForwardingShardCopy;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.DocumentBodies;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.LiveDocuments;
import io.shardstream.control.compare.scan.ScannedCopy;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A copy that shows control something else than the truth, so that a sweep that keeps a rule in fact
/// breaks it.
public final class BrokenScan extends ForwardingShardCopy implements ScannedCopy {
    private final ScannedCopy copy;
    private final Rule off;

    public BrokenScan(ScannedCopy copy, Rule off) {
        super(copy);
        this.copy = copy;
        this.off = off;
    }

    @Override
    public void forEachLive(long above, long upTo, LiveDocuments sink) throws ElasticException {
        Set<List<Long>> seen = new HashSet<>();
        copy.forEachLive(above, upTo, (seqNo, version) -> {
            // In the target two documents share a version, in the source a number.
            if (off != Rule.SWEEP_COUNTED || seen.add(List.of(version > 1 ? version : seqNo))) {
                sink.accept(seqNo, version);
            }
        });
    }

    @Override
    public long countLive(long above, long upTo) throws ElasticException {
        return copy.countLive(above, upTo);
    }

    @Override
    public List<DocumentName> named(Collection<Long> seqNos) throws ElasticException {
        return copy.named(seqNos);
    }

    @Override
    public List<DocumentName> withIds(Collection<Bytes> ids) throws ElasticException {
        return off == Rule.SWEEP_ASKS_AGAIN ? List.of() : copy.withIds(ids);
    }

    @Override
    public void bodies(Collection<Bytes> ids, DocumentBodies sink) throws ElasticException {
        copy.bodies(ids, sink);
    }

    @Override
    public long deletes() throws ElasticException, NotPrimaryException {
        return copy.deletes();
    }
}
