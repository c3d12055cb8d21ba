package io.shardstream.control.verify;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// What one comparison has found so far.
final class Findings {
    private static final int FIRST = 20;

    private final Consumer<Difference> sink;
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final List<Difference> firstDifferences = new ArrayList<>();
    private final List<Difference> firstKnown = new ArrayList<>();
    private final Map<Integer, Long> checkpoints = new TreeMap<>();
    private long sourceDocuments;
    private long targetWords;
    private long contents;
    private long unjudged;

    Findings(Consumer<Difference> sink) {
        this.sink = sink;
    }

    void add(Difference difference) {
        counts.merge(difference.kind(), 1L, Long::sum);
        List<Difference> first = difference.kind().differs() ? firstDifferences : firstKnown;
        if (first.size() < FIRST) {
            first.add(difference);
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

    void unjudged(long documents) {
        unjudged += documents;
    }

    Map<Kind, Long> counts() {
        return counts;
    }

    /// Some of them, real differences before rejects and what a sweep will do.
    List<Difference> first() {
        return Stream.concat(firstDifferences.stream(), firstKnown.stream())
                .limit(FIRST)
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
}
