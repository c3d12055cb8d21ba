package io.shardstream.bench.documents;

import io.shardstream.workload.load.SampleDocument;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/// What an index is filled with.
///
/// @param documents how many
/// @param shards of the index
public record Workload(Shape shape, long documents, long seed, int shards) {
    private static final int SAMPLE = 10_000;

    public Workload {
        if (documents < 1) {
            throw new IllegalArgumentException("there must be a document, not " + documents);
        }
    }

    /// A name for an index that holds it.
    public String index() {
        return "source-%s-%d-%d-%d".formatted(shape.word(), documents, shards, seed);
    }

    /// Close the stream after use.
    public Stream<SampleDocument> stream() {
        return shape.stream(documents, seed);
    }

    /// The mean size of a body, of the first 10,000 at most.
    public long meanBytes() {
        try (Stream<SampleDocument> first = stream().limit(SAMPLE)) {
            return Math.round(first.mapToLong(document -> document.source().length())
                    .average()
                    .orElse(0));
        }
    }

    /// Bytes of all bodies together.
    public long bytes() {
        try (Stream<SampleDocument> all = stream()) {
            return all.mapToLong(document -> document.source().length()).sum();
        }
    }

    /// Does something with all of them, and returns how many documents a second that makes.
    public double rate(Callable<?> work) throws Exception {
        long begun = System.nanoTime();
        work.call();
        return documents / ((System.nanoTime() - begun) / 1e9);
    }
}
