package io.shardstream.control.counting;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.ForwardingShardCopy;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Counted;
import io.shardstream.control.compare.scan.Counting;
import io.shardstream.control.compare.scan.DocumentBodies;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.LiveDocuments;
import io.shardstream.control.compare.scan.ReadCounts;
import io.shardstream.control.compare.scan.ScannedCopy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A copy that says something else than it holds.
final class BrokenShardModel extends ForwardingShardCopy implements ScannedCopy {
    private final BrokenSides sides;
    private final ScannedCopy copy;
    private final boolean isSource;
    private final int number;
    private long pretended;

    /// @param number of the shard
    BrokenShardModel(BrokenSides sides, ScannedCopy copy, boolean isSource, int number) {
        super(copy);
        this.sides = sides;
        this.copy = copy;
        this.isSource = isSource;
        this.number = number;
    }

    private boolean isOff(CountingRule rule) {
        return sides.isOff(rule);
    }

    @Override
    public CopyIdentity identity() {
        return seen(copy.identity());
    }

    private CopyIdentity seen(CopyIdentity identity) {
        return new CopyIdentity(
                sides.hidesTerm(isSource) ? 1 : identity.term(),
                identity.allocationId(),
                identity.indexUuid(),
                identity.historyUuid(),
                sides.hidesTerm(isSource) || sides.hidesProcess(isSource) ? "" : identity.process());
    }

    @Override
    public CopyNumbers numbers() throws ElasticException, NotPrimaryException {
        CopyNumbers numbers = copy.numbers();
        boolean isUnsettled = isSource
                ? sides.isOff(CountingRule.SOURCE_SETTLED, CountingRule.SWEEP_SETTLED)
                : isOff(CountingRule.MARKS_SETTLED);
        return new CopyNumbers(
                seen(numbers.identity()),
                isUnsettled ? numbers.maxSeqNo() : numbers.globalCheckpoint(),
                numbers.maxSeqNo(),
                numbers.refreshes() + pretended);
    }

    @Override
    public void refresh() throws ElasticException {
        if (sides.isOff(CountingRule.REFRESHED, CountingRule.SWEEP_REFRESHED)) {
            pretended++;
        } else {
            copy.refresh();
        }
    }

    @Override
    public void forEachLive(long above, long upTo, LiveDocuments sink) throws ElasticException {
        if (isSource) {
            copy.forEachLive(above, upTo, sink);
            return;
        }
        if (above >= 0 && isOff(CountingRule.SWEEP_BEHIND_MARKS)) {
            return;
        }
        boolean isBehindMark = above >= 0 && sides.known().isPresent();
        Set<Long> before = isOff(CountingRule.TWICE) ? sides.wordsBefore(number) : Set.of();
        boolean answersForNew = isBehindMark && isOff(CountingRule.NEWER);
        Set<Long> seen = new HashSet<>(before);
        copy.forEachLive(above, upTo, (seqNo, version) -> {
            boolean isHidden = (isOff(CountingRule.TWICE) && !seen.add(version))
                    || (isOff(CountingRule.FOREIGN) && sides.isForeign(version))
                    || (isBehindMark && isOff(CountingRule.WRITTEN_AGAIN) && sides.isOld(version))
                    || (answersForNew && sides.isNew(version));
            if (!isHidden) {
                sink.accept(seqNo, version);
            }
        });
        if (answersForNew && number == 0) {
            sides.sourceWords().keySet().stream()
                    .filter(sides::isNew)
                    .sorted()
                    .forEach(word -> sink.accept(upTo, word));
        }
    }

    @Override
    public long countLive(long above, long upTo) throws ElasticException {
        long counted = copy.countLive(above, upTo);
        if (isSource || !isOff(CountingRule.TOTALS)) {
            return counted;
        }
        return number == 0 ? sides.sourceDocuments() : 0;
    }

    @Override
    public Counted count(Counting what) throws ElasticException, NotPrimaryException {
        if (isOff(CountingRule.TARGET_COUNTED_FIRST)) {
            if (!isSource) {
                sides.noteSource();
            } else {
                Optional<List<Stored>> noted = sides.takeNoted(number);
                if (noted.isPresent()) {
                    ReadCounts counts = new ReadCounts(what);
                    noted.get().forEach(document -> counts.add(document.seqNo()));
                    return counts.counted();
                }
            }
        }
        return copy.count(what);
    }

    @Override
    public Optional<List<Long>> numbersOf(List<Long> versions) throws ElasticException, NotPrimaryException {
        if (isOff(CountingRule.GONE)) {
            return copy.numbersOf(versions.stream()
                    .filter(version -> !sides.wasTooMuch(version))
                    .toList());
        }
        if (!isOff(CountingRule.VANISHED)) {
            return copy.numbersOf(versions);
        }
        Map<Long, Stored> live = sides.sourceWords();
        return copy.numbersOf(versions.stream()
                .filter(version -> live.containsKey(version) || !sides.wasLive(version))
                .toList());
    }

    @Override
    public List<DocumentName> named(Collection<Long> seqNos) throws ElasticException {
        List<DocumentName> names = isSource ? copy.named(seqNos) : namedInTarget(seqNos);
        if (!isSource || !isOff(CountingRule.WRITTEN_AGAIN_BY_ID)) {
            return names;
        }
        Map<Long, Stored> words = sides.sourceWords();
        List<DocumentName> asked = new ArrayList<>();
        for (DocumentName name : names) {
            long word = words.entrySet().stream()
                    .filter(entry -> entry.getValue().name().id().equals(name.id()))
                    .mapToLong(Map.Entry::getKey)
                    .findFirst()
                    .orElse(-1);
            asked.add(sides.inTarget(word)
                    .map(held -> new DocumentName(Bytes.utf8(held.id()), null, name.seqNo(), name.version()))
                    .orElse(name));
        }
        return asked;
    }

    private List<DocumentName> namedInTarget(Collection<Long> seqNos) throws ElasticException {
        Map<Long, Stored> live = isOff(CountingRule.VANISHED) ? sides.sourceWords() : Map.of();
        return copy.named(seqNos).stream()
                .filter(name -> !isOff(CountingRule.GONE) || !sides.wasTooMuch(name.version()))
                .filter(name -> !isOff(CountingRule.VANISHED)
                        || live.containsKey(name.version())
                        || !sides.wasLive(name.version()))
                .filter(name -> !isOff(CountingRule.OWN_NUMBERS) || sides.isBehindMark(number, name.seqNo()))
                .filter(name ->
                        !isOff(CountingRule.OWN_NUMBERS_BEHIND_MARKS) || !sides.isBehindMark(number, name.seqNo()))
                .toList();
    }

    @Override
    public boolean findsVersions() {
        return copy.findsVersions();
    }

    @Override
    public List<DocumentName> withIds(Collection<Bytes> ids) throws ElasticException {
        return isSource && isOff(CountingRule.ASKED_BY_ID) ? List.of() : copy.withIds(ids);
    }

    @Override
    public void bodies(Collection<Bytes> ids, DocumentBodies sink) throws ElasticException {
        if (isSource || !isOff(CountingRule.CONTENTS)) {
            copy.bodies(ids, sink);
            return;
        }
        Map<Long, Stored> words = sides.sourceWords();
        copy.bodies(ids, new DocumentBodies() {
            @Override
            public void accept(DocumentName name, Bytes body) {
                Stored same = words.get(name.version());
                sink.accept(name, same == null ? body : Bytes.utf8(same.body()));
            }

            @Override
            public void tooLarge(DocumentName name) {
                sink.tooLarge(name);
            }

            @Override
            public void unreturnable(DocumentName name) {
                sink.unreturnable(name);
            }
        });
    }

    @Override
    public long deletes() throws ElasticException, NotPrimaryException {
        return copy.deletes();
    }
}
