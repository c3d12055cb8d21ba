package io.shardstream.control.compare.version;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.control.compare.scan.Counted;
import io.shardstream.control.compare.scan.Counting;
import io.shardstream.control.compare.scan.DocumentBodies;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.LiveDocuments;
import io.shardstream.control.compare.scan.ReadCounts;
import io.shardstream.control.compare.scan.ScannedCopy;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The primary of a shard in memory as it was found.
final class MemoryCopy implements ScannedCopy {
    private final MemoryShard shard;
    private final CopyIdentity found;

    MemoryCopy(MemoryShard shard, CopyIdentity found) {
        this.shard = shard;
        this.found = found;
    }

    @Override
    public CopyIdentity identity() {
        return found;
    }

    @Override
    public CopyNumbers numbers() {
        shard.tell("numbers");
        return shard.copyNumbers();
    }

    @Override
    public void refresh() {
        shard.tell("refresh");
        shard.refresh();
    }

    @Override
    public Duration mayStand() {
        return shard.mayStand;
    }

    @Override
    public boolean mayRefresh() {
        return shard.mayBeRefreshed;
    }

    @Override
    public int maxResultWindow() {
        return shard.maxResultWindow;
    }

    @Override
    public String where() {
        return "memory";
    }

    @Override
    public void forEachLive(long above, long upTo, LiveDocuments sink) {
        shard.tell("forEachLive");
        shard.visible().stream()
                .filter(document -> document.seqNo() > above && document.seqNo() <= upTo)
                .toList()
                .forEach(document -> sink.accept(document.seqNo(), document.version()));
    }

    @Override
    public long countLive(long above, long upTo) {
        shard.tell("countLive");
        return shard.visible().stream()
                .filter(document -> document.seqNo() > above && document.seqNo() <= upTo)
                .count();
    }

    @Override
    public List<DocumentName> named(Collection<Long> seqNos) {
        shard.tell("named");
        return shard.visible().stream()
                .filter(document -> seqNos.contains(document.seqNo()))
                .map(MemoryShard.Document::name)
                .toList();
    }

    @Override
    public List<DocumentName> withIds(Collection<Bytes> ids) {
        shard.tell("withIds");
        return shard.visible().stream()
                .map(MemoryShard.Document::name)
                .filter(name -> ids.contains(name.id()))
                .toList();
    }

    @Override
    public void bodies(Collection<Bytes> ids, DocumentBodies sink) {
        shard.tell("bodies");
        shard.visible().stream()
                .filter(document -> ids.contains(Bytes.utf8(document.id())))
                .toList()
                .forEach(document -> {
                    if (shard.unreturnable.contains(document.id())) {
                        sink.unreturnable(document.name());
                    } else if (document.body().length() > shard.mostBytes) {
                        sink.tooLarge(document.name());
                    } else {
                        sink.accept(document.name(), Bytes.utf8(document.body()));
                    }
                });
    }

    @Override
    public Counted count(Counting what) {
        shard.tell("count");
        ReadCounts counts = new ReadCounts(what);
        shard.visible()
                .forEach(document ->
                        counts.add(what instanceof Counting.OfNumbers ? document.seqNo() : document.version()));
        return shard.counting.apply(what, counts.counted());
    }

    @Override
    public Optional<List<Long>> numbersOf(List<Long> versions) {
        shard.tell("numbersOf");
        return Optional.of(shard.visible().stream()
                        .filter(document -> versions.contains(document.version()))
                        .map(MemoryShard.Document::seqNo)
                        .toList())
                .filter(_ -> shard.tellsNumbers);
    }

    @Override
    public boolean findsVersions() {
        return shard.findsVersions;
    }

    @Override
    public long deletes() {
        shard.tell("deletes");
        return shard.deletes;
    }
}
