package io.shardstream.control.compare.verify;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// What one comparison has found so far.
final class RoundFindings {
    /// Of each kind, so that none hides another.
    private static final int FIRST = 10;

    private final Consumer<DocumentDifference> sink;
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final Map<Kind, List<DocumentDifference>> first = new EnumMap<>(Kind.class);
    private final Map<Integer, Long> checkpoints = new TreeMap<>();
    private final Set<Integer> differentContents = new TreeSet<>();
    private long sourceDocuments;
    private long targetWords;
    private long contents;
    private long unjudged;
    private long unread;
    private long sameAhead;

    RoundFindings(Consumer<DocumentDifference> sink) {
        this.sink = sink;
    }

    void add(DocumentDifference difference) {
        counts.merge(difference.kind(), 1L, Long::sum);
        List<DocumentDifference> alike = first.computeIfAbsent(difference.kind(), _ -> new ArrayList<>());
        if (alike.size() < FIRST) {
            alike.add(difference);
        }
        sink.accept(difference);
    }

    void judgedUpTo(int shard, long checkpoint) {
        checkpoints.merge(shard, checkpoint, Math::max);
    }

    void compared(long documents, long words) {
        sourceDocuments += documents;
        targetWords += words;
    }

    void comparedContents(long documents) {
        contents += documents;
    }

    /// A look at contents has found a difference in a source shard.
    void differsByContent(int shard) {
        differentContents.add(shard);
    }

    /// The source shards of which that is so.
    Set<Integer> differentContents() {
        return differentContents;
    }

    void unjudged(long documents) {
        unjudged += documents;
    }

    /// Documents that are the same on both sides although they are above what was judged.
    void sameAhead(long documents) {
        sameAhead += documents;
    }

    /// @param documents live in the source above what was judged
    void liveAbove(long documents) {
        unread = Math.max(0, documents - sameAhead);
    }

    Map<Kind, Long> counts() {
        return counts;
    }

    /// Some of each kind, real differences before rejects and what a sweep will do.
    List<DocumentDifference> first() {
        return Stream.of(true, false)
                .flatMap(differs -> first.entrySet().stream()
                        .filter(kind -> kind.getKey().differs() == differs)
                        .flatMap(kind -> kind.getValue().stream()))
                .toList();
    }

    Map<Integer, Long> checkpoints() {
        return checkpoints;
    }

    long sourceDocuments() {
        return sourceDocuments;
    }

    long targetWords() {
        return targetWords;
    }

    long contents() {
        return contents;
    }

    long unjudged() {
        return unjudged;
    }

    long unread() {
        return unread;
    }
}
