package io.shardstream.control.compare.verify;

import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.NameScan;
import io.shardstream.control.compare.version.SourcePresence;
import io.shardstream.control.compare.version.SourceWords;
import io.shardstream.control.compare.version.TargetPlaces;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Compares a run whose versions are no words: every document is looked for on the other side by id, with its
/// version where the target has the source's.
final class IdComparison {
    private final Judgement judgement;
    private final Map<Integer, SourceWords> source;
    private final RoundFindings findings;
    private final ComparedRun run;
    private final Asking asking;
    private final TargetPlaces places;
    private final boolean hasVersions;
    private final Map<Integer, Roaring64Bitmap> refused = new HashMap<>();

    IdComparison(Judgement judgement, Map<Integer, SourceWords> source, RoundFindings findings) {
        this.judgement = judgement;
        this.source = source;
        this.findings = findings;
        this.run = judgement.run();
        this.asking = judgement.asking();
        this.places = judgement.places();
        this.hasVersions = run.versions() == VersionMode.SOURCE;
    }

    void ofNames() throws ElasticException, NotPrimaryException, InterruptedException {
        NameScan names = new NameScan(asking);
        for (SourceWords part : source.values()) {
            findings.judgedUpTo(part.shard(), part.upTo());
            names.forEachChunk(
                    run.source().get(part.shard()), part.visible(), part.upTo(), chunk -> ofSource(part, chunk));
        }
        SourcePresence presence = SourcePresence.after(run, asking, source);
        for (int shard = 0; shard < run.target().size(); shard++) {
            Visible shown = judgement.shown().get(shard);
            names.forEachChunk(run.target().get(shard), shown, shown.highest(), chunk -> ofTarget(presence, chunk));
        }
    }

    /// The numbers of a source shard's documents whose refused states have the versions that the target
    /// holds, or where its versions say nothing: only their bytes tell whether it has that state or the one
    /// before.
    Roaring64Bitmap refusedIn(int shard) {
        return refused.getOrDefault(shard, new Roaring64Bitmap());
    }

    private void ofSource(SourceWords part, List<DocumentName> names)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<DocumentName> judged =
                names.stream().filter(name -> name.seqNo() <= part.upTo()).toList();
        findings.compared(judged.size(), 0);
        Map<DocumentKey, DocumentName> held =
                places.find(judged.stream().map(DocumentName::key).toList());
        List<DocumentDifference> verdicts = new ArrayList<>();
        List<Long> numbers = new ArrayList<>();
        for (DocumentName name : judged) {
            verdictOn(part, name, held.get(name.key())).ifPresent(verdict -> {
                verdicts.add(verdict);
                numbers.add(name.seqNo());
            });
        }
        if (!verdicts.isEmpty()) {
            Set<DocumentName> still =
                    new HashSet<>(asking.settled(run.source().get(part.shard()), null, (copy, _) -> copy.named(numbers))
                            .value());
            Set<DocumentKey> unmoved = new HashSet<>();
            judged.stream().filter(still::contains).forEach(name -> unmoved.add(name.key()));
            judgement
                    .verdicts()
                    .accept(verdicts.stream()
                            .filter(verdict -> unmoved.contains(verdict.document()))
                            .toList());
        }
    }

    private Optional<DocumentDifference> verdictOn(SourceWords part, DocumentName name, @Nullable DocumentName held) {
        long version = run.versionOf(part, name);
        boolean isRejected = judgement.rejects().contains(name.key(), version);
        Kind kind;
        if (held == null) {
            kind = isRejected ? Kind.REJECTED : Kind.MISSING;
        } else if (!held.key().equals(name.key()) && !isOlderState(held, version)) {
            kind = Kind.COLLISION;
        } else if (!hasVersions || held.version() == version) {
            if (isRejected) {
                refused.computeIfAbsent(part.shard(), _ -> new Roaring64Bitmap())
                        .addLong(name.seqNo());
            }
            return Optional.empty();
        } else if (held.version() > version) {
            kind = Kind.AHEAD;
        } else {
            kind = isRejected ? Kind.STALE_BY_REJECT : Kind.STALE;
        }
        long there = held == null ? DocumentDifference.NONE : held.version();
        return Optional.of(new DocumentDifference(kind, name.key(), part.shard(), version, there));
    }

    /// Whether what the target holds under another routing is an older state of the same document: a source
    /// of one shard has one document of an id, and its versions rise whatever the routing.
    private boolean isOlderState(DocumentName held, long version) {
        return hasVersions && run.plan().sourceShards() == 1 && held.version() < version;
    }

    private void ofTarget(SourcePresence presence, List<DocumentName> names)
            throws ElasticException, NotPrimaryException, InterruptedException {
        findings.compared(0, names.size());
        List<DocumentName> absent = presence.absentAmong(names);
        if (absent.isEmpty()) {
            return;
        }
        Map<DocumentKey, DocumentName> held =
                places.findNow(absent.stream().map(DocumentName::key).toList());
        Kind kind = judgement.options().awaitsSweep() && hasVersions ? Kind.UNSWEPT : Kind.EXTRA;
        judgement
                .verdicts()
                .accept(absent.stream()
                        .filter(name -> name.equals(held.get(name.key())))
                        .map(name ->
                                new DocumentDifference(kind, name.key(), -1, DocumentDifference.NONE, name.version()))
                        .toList());
    }
}
