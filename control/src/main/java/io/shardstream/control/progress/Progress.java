package io.shardstream.control.progress;

import java.time.Duration;
import java.util.Optional;

/// How far a run is and how fast it goes.
///
/// @param goalDocs live documents of the source at the start
/// @param read documents that are in the docs topic or were
/// @param bytesRead their `_source` bytes
/// @param inKafka records that are in the docs topic and not yet written
/// @param written records that the target took or already had newer
/// @param rejected records that the target refused for good
/// @param docsPerSecond records that got their outcome, lately
/// @param bytesPerSecond `_source` bytes read, lately
/// @param timeLeft at this rate; empty while nothing moves
public record Progress(
        long goalDocs,
        long read,
        long bytesRead,
        long inKafka,
        long written,
        long rejected,
        double docsPerSecond,
        double bytesPerSecond,
        Optional<Duration> timeLeft) {
    /// How much of the source at the start has its outcome, 0 to 100. Never 100 before everything has.
    public double percent() {
        long outstanding = Math.max(0, goalDocs - read) + inKafka;
        long all = Math.max(goalDocs, read);
        if (all == 0 || outstanding == 0) {
            return 100;
        }
        return Math.max(0, Math.min(99.9, 100.0 * (all - outstanding) / all));
    }
}
