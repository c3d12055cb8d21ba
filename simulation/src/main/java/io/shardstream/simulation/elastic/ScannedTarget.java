package io.shardstream.simulation.elastic;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.control.compare.scan.DocumentBodies;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.LiveDocuments;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The primary of a target shard, looked at for what is live in it. A node that was restarted is another copy.
final class ScannedTarget implements ScannedCopy {
    private static final Duration NETWORK = Duration.ofMillis(4);
    private static final long PIECE = 16;

    private final TargetShard shard;
    private final SimulatedProcess process;
    private final CopyIdentity identity;

    ScannedTarget(TargetShard shard, SimulatedProcess process) {
        this.shard = shard;
        this.process = process;
        this.identity = identityOfNow();
    }

    private CopyIdentity identityOfNow() {
        return new CopyIdentity(shard.term(), shard + "-" + shard.term(), "target-uuid", "target-history");
    }

    @Override
    public CopyIdentity identity() {
        return identity;
    }

    @Override
    public CopyNumbers numbers() {
        process.travel(NETWORK);
        return new CopyNumbers(identityOfNow(), shard.maxSeqNo(), shard.maxSeqNo(), shard.refreshes());
    }

    @Override
    public void refresh() {
        process.travel(NETWORK);
        shard.refresh();
    }

    @Override
    public int maxResultWindow() {
        return 10_000;
    }

    @Override
    public String where() {
        return shard.toString();
    }

    private List<Map.Entry<String, TargetShard.Stored>> search(long above, long upTo) throws ElasticException {
        process.travel(NETWORK);
        if (identityOfNow().equals(identity)) {
            return shard.between(above, upTo);
        }
        throw new ElasticException.Unreachable(shard + " was restarted", new IOException("reset"));
    }

    @Override
    public void forEachLive(long above, long upTo, LiveDocuments sink) throws ElasticException {
        for (long low = above; low < upTo; low += PIECE) {
            for (Map.Entry<String, TargetShard.Stored> found : search(low, Math.min(upTo, low + PIECE))) {
                sink.accept(found.getValue().seqNo(), found.getValue().version());
            }
        }
    }

    @Override
    public long countLive(long above, long upTo) throws ElasticException {
        return search(above, upTo).size();
    }

    @Override
    public List<DocumentName> named(Collection<Long> seqNos) throws ElasticException {
        return search(-1, Long.MAX_VALUE).stream()
                .filter(found -> seqNos.contains(found.getValue().seqNo()))
                .map(ScannedTarget::name)
                .toList();
    }

    @Override
    public List<DocumentName> withIds(Collection<Bytes> ids) throws ElasticException {
        Set<Bytes> wanted = new HashSet<>(ids);
        return search(-1, Long.MAX_VALUE).stream()
                .map(ScannedTarget::name)
                .filter(name -> wanted.contains(name.id()))
                .toList();
    }

    @Override
    public void bodies(Collection<Bytes> ids, DocumentBodies sink) throws ElasticException {
        Set<Bytes> wanted = new HashSet<>(ids);
        for (Map.Entry<String, TargetShard.Stored> found : search(-1, Long.MAX_VALUE)) {
            DocumentName name = name(found);
            if (wanted.contains(name.id())) {
                sink.accept(name, found.getValue().source());
            }
        }
    }

    private static DocumentName name(Map.Entry<String, TargetShard.Stored> found) {
        TargetShard.Stored stored = found.getValue();
        @Nullable String routing = stored.routing();
        return new DocumentName(
                Bytes.utf8(found.getKey()),
                routing == null ? null : Bytes.utf8(routing),
                stored.seqNo(),
                stored.version());
    }

    @Override
    public long deletes() {
        process.travel(NETWORK);
        return shard.deletes();
    }
}
