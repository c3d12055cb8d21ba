package io.shardstream.control.console.view;

import io.shardstream.control.state.Behind;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// How far a run is and how fast it goes. What one meter says of a run never falls, except for the records
/// that wait and the rates.
///
/// @param goalDocs live documents of the source at the start
/// @param read documents in the docs topic, as far as the checkpoints cover them; those that were published
///     again are not counted again
/// @param bytesRead their `_source` bytes
/// @param inKafka records in the docs topic that have no outcome yet, those published again among them
/// @param written documents, of those read, that the target took or already had newer; at least so many
/// @param bytesWritten their `_source` bytes, at the mean size of the documents read
/// @param rejected documents that the target refused for good
/// @param lostRejects records of rejects that Kafka does not have any more: which documents those were is not
///     known
/// @param percent how much of the source at the start has its outcome, 0 to 100; 100 only when everything has
/// @param docsPerSecond documents written or rejected, lately
/// @param bytesPerSecond their `_source` bytes
/// @param timeLeft at this rate; empty while nothing moves
/// @param behind what of the source's operations is not read yet; empty before the backfill is read, and
///     where the source did not say
public record Progress(
        long goalDocs,
        long read,
        long bytesRead,
        long inKafka,
        long written,
        long bytesWritten,
        long rejected,
        long lostRejects,
        double percent,
        double docsPerSecond,
        double bytesPerSecond,
        Optional<Duration> timeLeft,
        Optional<Behind> behind) {
    /// Operations that the source has acknowledged and that are not yet read; empty where that is not known.
    public OptionalLong lag() {
        return behind.stream().mapToLong(Behind::operations).findFirst();
    }

    public Progress withLag(Behind lag) {
        return new Progress(
                goalDocs,
                read,
                bytesRead,
                inKafka,
                written,
                bytesWritten,
                rejected,
                lostRejects,
                percent,
                docsPerSecond,
                bytesPerSecond,
                timeLeft,
                Optional.of(lag));
    }
}
