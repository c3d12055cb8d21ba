package io.shardstream.control.compare.verify;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.contract.record.Verified;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What a verification came to.
///
/// @param started when it began, its repairs included
/// @param ended when it ended
/// @param isFinal whether nothing of the run moved any more: its readers and writers had ended, or both sides
///     were blocked and its lanes drained
/// @param checkpoints by source shard, the number up to which it was judged
/// @param sourceDocuments live documents of the source up to there
/// @param targetWords version words of the target that were held against theirs
/// @param contents documents of which both sides hold one state, whose bytes were compared
/// @param unjudged documents of the target with states newer than what was compared, which may be right or
///     wrong
/// @param unread live documents of the source above what was judged, of a run that has ended: what they are
///     now the target does not have
/// @param counts differences by kind, those that were found in the end
/// @param repaired differences that were found before and mended
/// @param first some of the differences
public record VerificationReport(
        Instant started,
        Instant ended,
        boolean isFinal,
        Map<Integer, Long> checkpoints,
        long sourceDocuments,
        long targetWords,
        long contents,
        long unjudged,
        long unread,
        Map<Kind, Long> counts,
        long repaired,
        List<DocumentDifference> first) {
    private static final int MOST_NAMED = 3;

    public VerificationReport {
        checkpoints = Map.copyOf(checkpoints);
        counts = Map.copyOf(counts);
        first = List.copyOf(first);
    }

    /// Whether nothing differs of what was judged, less the rejects that are known.
    public boolean isClean() {
        return differences() == 0;
    }

    /// Whether everything was judged and is equal, less the rejects that are known.
    public boolean isEqual() {
        return isClean() && unjudged == 0 && unread == 0;
    }

    /// Documents that are not the same, less the rejects that are known.
    public long differences() {
        return counts.entrySet().stream()
                .filter(entry -> entry.getKey().differs())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /// The first documents that differ and how, as a part of a sentence; empty if there are none.
    ///
    /// @param wanted which differences are meant
    public String firstNamed(Predicate<Kind> wanted) {
        String some = first.stream()
                .filter(difference -> difference.kind().differs() && wanted.test(difference.kind()))
                .limit(MOST_NAMED)
                .map(difference -> "'" + Printable.of(difference.document().id().utf8()) + "' is "
                        + difference.kind().label())
                .collect(Collectors.joining(", "));
        long all = Arrays.stream(Kind.values())
                .filter(kind -> kind.differs() && wanted.test(kind))
                .mapToLong(this::count)
                .sum();
        return all > MOST_NAMED ? some + " ..." : some;
    }

    /// The ids of the first documents of that kind, in quotation marks; empty if there are none.
    public String firstIds(Kind kind) {
        String some = first.stream()
                .filter(difference -> difference.kind() == kind)
                .limit(MOST_NAMED)
                .map(difference -> "'" + Printable.of(difference.document().id().utf8()) + "'")
                .collect(Collectors.joining(", "));
        return count(kind) > MOST_NAMED ? some + " ..." : some;
    }

    /// Documents that the target refused and still lacks, or holds in an older state.
    public long rejects() {
        return count(Kind.REJECTED) + count(Kind.STALE_BY_REJECT);
    }

    /// Documents that an operator has published with other bytes than the source's.
    public long replaced() {
        return count(Kind.REPLACED);
    }

    /// The same as a record of the run.
    ///
    /// @param docsTopicId id of the docs topic
    /// @param sourceShards how many there are
    /// @param written by lane, below which every record had its outcome before; empty if nobody noted that
    public Verified record(String docsTopicId, int sourceShards, List<Long> written) {
        return new Verified(
                docsTopicId,
                ended,
                isFinal,
                IntStream.range(0, sourceShards)
                        .mapToObj(shard -> checkpoints.getOrDefault(shard, -1L))
                        .toList(),
                isClean() ? written : List.of(),
                sourceDocuments,
                targetWords,
                contents,
                differences(),
                rejects(),
                repaired,
                Optional.of(new Verified.Rest(replaced(), unjudged + unread, count(Kind.UNSWEPT))));
    }

    public long count(Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }
}
