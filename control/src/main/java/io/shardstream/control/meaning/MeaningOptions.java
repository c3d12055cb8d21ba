package io.shardstream.control.meaning;

import io.shardstream.control.verify.VerificationReport;
import java.time.Duration;

/// How searches of both sides are compared.
///
/// @param goesOn whether readers and writers are at work
/// @param explained documents that are known to differ, or not known to be equal, so that numbers may differ by them
/// @param mostFields how many fields are compared at most, at least 1
/// @param patience how long to wait for readers and writers
public record MeaningOptions(boolean goesOn, long explained, int mostFields, Duration patience) {
    /// Some hundreds: each is a look-up in every segment of both sides.
    public static final int MOST_FIELDS = 300;

    public MeaningOptions {
        if (mostFields < 1 || explained < 0) {
            throw new IllegalArgumentException(
                    "at least 1 field and 0 documents, got " + mostFields + " and " + explained);
        }
    }

    /// Beside a comparison of the documents themselves.
    public static MeaningOptions beside(VerificationReport documents, boolean goesOn, Duration patience) {
        long differing =
                documents.counts().values().stream().mapToLong(Long::longValue).sum();
        return new MeaningOptions(goesOn, differing + documents.unjudged(), MOST_FIELDS, patience);
    }

    public MeaningOptions withMostFields(int most) {
        return new MeaningOptions(goesOn, explained, most, patience);
    }
}
