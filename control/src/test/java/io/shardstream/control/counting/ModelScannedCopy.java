package io.shardstream.control.counting;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Counted;
import io.shardstream.control.compare.scan.Counting;
import io.shardstream.control.compare.scan.DocumentBodies;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.LiveDocuments;
import io.shardstream.control.compare.scan.ReadCounts;
import io.shardstream.control.compare.scan.ScannedCopy;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// A copy as control sees it. Before each answer anything may happen.
final class ModelScannedCopy implements ScannedCopy {
    private final CountedWorld world;
    private final ModelShard shard;
    private final ModelCopy copy;
    private final boolean isSource;

    ModelScannedCopy(CountedWorld world, ModelShard shard, ModelCopy copy, boolean isSource) {
        this.world = world;
        this.shard = shard;
        this.copy = copy;
        this.isSource = isSource;
    }

    @Override
    public CopyIdentity identity() {
        return copy.identity();
    }

    @Override
    public CopyNumbers numbers() throws NotPrimaryException {
        world.tick();
        if (!shard.claims(copy)) {
            throw new NotPrimaryException("the copy is gone");
        }
        shard.noteNumbers();
        return new CopyNumbers(copy.identity(), shard.globalCheckpoint(copy), shard.maxSeqNo(copy), copy.refreshes());
    }

    @Override
    public void refresh() throws ElasticException {
        answering();
        copy.refresh();
    }

    private List<Stored> answering() throws ElasticException {
        world.tick();
        if (!shard.claims(copy)) {
            throw new ElasticException.Unreachable("the copy is gone", new IOException("reset"));
        }
        return isSource ? copy.visible().stream().filter(world::isSeen).toList() : copy.visible();
    }

    @Override
    public int maxResultWindow() {
        return 10_000;
    }

    @Override
    public String where() {
        return copy.identity().allocationId();
    }

    @Override
    public void forEachLive(long above, long upTo, LiveDocuments sink) throws ElasticException {
        answering().stream()
                .filter(document -> document.seqNo() > above && document.seqNo() <= upTo)
                .forEach(document -> sink.accept(document.seqNo(), document.version()));
    }

    @Override
    public long countLive(long above, long upTo) throws ElasticException {
        return answering().stream()
                .filter(document -> document.seqNo() > above && document.seqNo() <= upTo)
                .count();
    }

    @Override
    public List<DocumentName> named(Collection<Long> seqNos) throws ElasticException {
        return answering().stream()
                .filter(document -> seqNos.contains(document.seqNo()))
                .map(Stored::name)
                .toList();
    }

    @Override
    public List<DocumentName> withIds(Collection<Bytes> ids) throws ElasticException {
        return answering().stream()
                .map(Stored::name)
                .filter(name -> ids.contains(name.id()))
                .toList();
    }

    @Override
    public void bodies(Collection<Bytes> ids, DocumentBodies sink) throws ElasticException {
        answering().stream()
                .filter(document -> ids.contains(Bytes.utf8(document.id())))
                .forEach(document -> sink.accept(document.name(), Bytes.utf8(document.body())));
    }

    @Override
    public Counted count(Counting what) throws ElasticException {
        List<Stored> all = answering();
        if (what instanceof Counting.OfVersions && world.refusesVersions()) {
            return new Counted.Unknown(Counted.Cause.REFUSED, "Fielddata is not supported");
        }
        boolean isPartial = world.isPartial();
        if (isPartial && world.isOn(CountingRule.WHOLE_COUNTS)) {
            return new Counted.Unknown(Counted.Cause.DOES_NOT_ADD_UP, "too few");
        }
        ReadCounts counts = new ReadCounts(what);
        all.subList(0, isPartial ? all.size() / 2 : all.size())
                .forEach(document ->
                        counts.add(what instanceof Counting.OfNumbers ? document.seqNo() : document.version()));
        return counts.counted();
    }

    @Override
    public Optional<List<Long>> numbersOf(List<Long> versions) throws ElasticException {
        List<Stored> all = answering();
        boolean isPartial = world.isPartial();
        if (world.refusesVersions() || (isPartial && world.isOn(CountingRule.WHOLE_COUNTS))) {
            return Optional.empty();
        }
        return Optional.of(all.subList(0, isPartial ? all.size() / 2 : all.size()).stream()
                .filter(document -> versions.contains(document.version()))
                .map(Stored::seqNo)
                .toList());
    }

    @Override
    public boolean findsVersions() {
        return !world.knowsNoVersions();
    }

    @Override
    public long deletes() throws ElasticException {
        answering();
        return copy.deletes();
    }
}
