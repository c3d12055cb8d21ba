package io.shardstream.control.compare.verify;

import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.compare.version.SourceWords;
import io.shardstream.control.compare.version.TargetPlaces;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Judges documents of the source whose words the target does not have.
final class SourceJudge {
    private final Judgement judgement;
    private final TargetPlaces places;

    SourceJudge(Judgement judgement) {
        this.judgement = judgement;
        this.places = judgement.places();
    }

    /// Judges the documents that have these numbers. Those that have moved on are not judged: their new state
    /// is above the checkpoint.
    void judge(SourceWords source, List<Long> numbers)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<DocumentName> names = named(source, source.visible(), numbers);
        Map<DocumentKey, DocumentName> held =
                places.find(names.stream().map(DocumentName::key).toList());
        List<DocumentDifference> verdicts = new ArrayList<>();
        for (DocumentName name : names) {
            verdictOn(source, name, held.get(name.key())).ifPresent(verdicts::add);
        }
        if (!verdicts.isEmpty()) {
            judgement.verdicts().accept(confirmed(source, numbers, verdicts));
        }
    }

    private List<DocumentName> named(SourceWords source, @Nullable Visible shown, List<Long> numbers)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return judgement
                .asking()
                .settled(judgement.run().source().get(source.shard()), shown, (copy, _) -> copy.named(numbers))
                .value();
    }

    /// A document may have been updated or deleted, and the target may have followed, between the two
    /// questions: what is still in the source as it was before has really been missed.
    private List<DocumentDifference> confirmed(
            SourceWords source, List<Long> numbers, List<DocumentDifference> verdicts)
            throws ElasticException, NotPrimaryException, InterruptedException {
        if (judgement.options().isFinal()) {
            return verdicts;
        }
        record State(DocumentKey document, long word) {}
        Set<State> still = new HashSet<>();
        named(source, null, numbers).forEach(name -> still.add(new State(name.key(), source.word(name.seqNo()))));
        return verdicts.stream()
                .filter(verdict -> still.contains(new State(verdict.document(), verdict.sourceVersion())))
                .toList();
    }

    private Optional<DocumentDifference> verdictOn(SourceWords source, DocumentName name, @Nullable DocumentName held) {
        long word = source.word(name.seqNo());
        boolean isRejected = judgement.rejects().contains(name.key(), word);
        if (held == null) {
            return difference(isRejected ? Kind.REJECTED : Kind.MISSING, source, name, DocumentDifference.NONE);
        }
        if (VersionWord.isForeign(held.version(), judgement.run().plan().sourceShards())) {
            // Listed where the target is looked at, unless it came later.
            return judgement.isUnlisted(held, places.shardOf(name.key()))
                    ? difference(Kind.FOREIGN, source, name, held.version())
                    : Optional.empty();
        }
        VersionWord found = VersionWord.of(held.version());
        // Within a shard of the source the id under another routing with a lower word is an older state, which makes
        // way for this one. In one that was shrunk both may live.
        boolean isInTheWay = !held.key().equals(name.key()) && held.version() >= word;
        if (isInTheWay || found.sourceShard() != source.shard()) {
            return difference(Kind.COLLISION, source, name, held.version());
        }
        if (held.version() == word) {
            return Optional.empty();
        }
        if (held.version() < word) {
            return difference(isRejected ? Kind.STALE_BY_REJECT : Kind.STALE, source, name, held.version());
        }
        // Above the checkpoint it may be the state that comes next; when nothing moves any more, it is listed
        // where the target is looked at.
        return source.isExceededBy(found) ? Optional.empty() : difference(Kind.AHEAD, source, name, held.version());
    }

    private static Optional<DocumentDifference> difference(
            Kind kind, SourceWords source, DocumentName name, long held) {
        return Optional.of(new DocumentDifference(kind, name.key(), source.shard(), source.word(name.seqNo()), held));
    }
}
