package io.shardstream.control.compare.meaning;

import io.shardstream.control.compare.verify.VerificationReport;
import java.time.Duration;
import java.util.List;

/// How searches of both sides are compared.
///
/// @param goesOn whether readers and writers are at work
/// @param explained documents that are known to differ, or not known to be equal, so that numbers may differ
///     by them
/// @param mostFields how many fields are compared at most, at least 1
/// @param patience how long to wait for readers and writers
/// @param atSwap by target shard, the highest of its own sequence numbers when production moved there, which
///     has written to it since; empty if it did not move
public record MeaningOptions(boolean goesOn, long explained, int mostFields, Duration patience, List<Long> atSwap) {
    /// Some hundreds: each is a look-up in every segment of both sides.
    public static final int MOST_FIELDS = 300;

    public MeaningOptions {
        atSwap = List.copyOf(atSwap);
        if (mostFields < 1 || explained < 0) {
            throw new IllegalArgumentException(
                    "at least 1 field and 0 documents, got " + mostFields + " and " + explained);
        }
    }

    /// Of a target that only the run writes to.
    public MeaningOptions(boolean goesOn, long explained, int mostFields, Duration patience) {
        this(goesOn, explained, mostFields, patience, List.of());
    }

    /// Beside a comparison of the documents themselves.
    public static MeaningOptions beside(VerificationReport documents, boolean goesOn, Duration patience) {
        long differing =
                documents.counts().values().stream().mapToLong(Long::longValue).sum();
        return new MeaningOptions(goesOn, differing + documents.unjudged() + documents.unread(), MOST_FIELDS, patience);
    }

    public MeaningOptions withMostFields(int most) {
        return new MeaningOptions(goesOn, explained, most, patience, atSwap);
    }

    /// Takes into account that production writes to the target since a swap.
    ///
    /// @param numbers by target shard, the highest of its own sequence numbers at the swap, as signed off
    public MeaningOptions sinceSwap(List<Long> numbers) {
        return new MeaningOptions(goesOn, explained, mostFields, patience, numbers);
    }

    /// Believes documents of one state on both sides only, and no numbers: nobody knows how much else is
    /// written to the target.
    public MeaningOptions byExamples() {
        return new MeaningOptions(goesOn, MeaningReport.ANY, mostFields, patience, atSwap);
    }
}
