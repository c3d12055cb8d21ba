package io.shardstream.control.progress;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// How far a run is and how fast it goes. What one meter says of a run never falls, except for the records
/// that wait and the rates.
///
/// @param goalDocs live documents of the source at the start
/// @param read documents in the docs topic, as far as the checkpoints cover them; those that were
///     published again are not counted again
/// @param bytesRead their `_source` bytes
/// @param inKafka records in the docs topic that have no outcome yet, those published again among them
/// @param written documents, of those read, that the target took or already had newer; at least so many
/// @param bytesWritten their `_source` bytes, at the mean size of the documents read
/// @param rejected documents that the target refused for good
/// @param percent how much of the source at the start has its outcome, 0 to 100; 100 only when everything
///   has
/// @param docsPerSecond documents written or rejected, lately
/// @param bytesPerSecond their `_source` bytes
/// @param timeLeft at this rate; empty while nothing moves
/// @param lag operations that the source has acknowledged and that are not yet read; empty before the
///     backfill
///   is read
/// @param waitsFor why some of them cannot be read yet, as the end of a sentence; empty for nothing
public record Progress(
        long goalDocs,
        long read,
        long bytesRead,
        long inKafka,
        long written,
        long bytesWritten,
        long rejected,
        double percent,
        double docsPerSecond,
        double bytesPerSecond,
        Optional<Duration> timeLeft,
        OptionalLong lag,
        String waitsFor) {
    /// Where nothing has to be waited for.
    public Progress(
            long goalDocs,
            long read,
            long bytesRead,
            long inKafka,
            long written,
            long bytesWritten,
            long rejected,
            double percent,
            double docsPerSecond,
            double bytesPerSecond,
            Optional<Duration> timeLeft,
            OptionalLong lag) {
        this(
                goalDocs,
                read,
                bytesRead,
                inKafka,
                written,
                bytesWritten,
                rejected,
                percent,
                docsPerSecond,
                bytesPerSecond,
                timeLeft,
                lag,
                "");
    }

    public Progress withLag(long operations) {
        return withLag(new Behind(operations, ""));
    }

    public Progress withLag(Behind behind) {
        return new Progress(
                goalDocs,
                read,
                bytesRead,
                inKafka,
                written,
                bytesWritten,
                rejected,
                percent,
                docsPerSecond,
                bytesPerSecond,
                timeLeft,
                OptionalLong.of(behind.operations()),
                behind.waitsFor());
    }
}
