package io.shardstream.reader.source;

import io.shardstream.common.elastic.ElasticException;
import java.time.Duration;

/// A point in time of one primary, read in stretches. It does not change, whatever is written meanwhile,
/// and is gone for good when its node restarts or the shard moves. All calls block.
public interface Snapshot {
    /// How long it lives at least when nothing is read of it.
    Duration WANTED = Duration.ofMinutes(5);

    /// How long it lives after a request. If that is shorter than [#WANTED], it has to be touched.
    default Duration kept() {
        return WANTED;
    }

    /// Lets it live for as long again.
    default void touch() throws ElasticException {}

    /// Reads a stretch of it.
    ///
    /// @param maxBytes a longer response is given up
    SnapshotAnswer read(Stretch stretch, int maxBytes) throws ElasticException;

    /// Reads a stretch of one document, whatever that holds.
    SnapshotAnswer readAlone(Stretch stretch) throws ElasticException;

    /// Lets the server forget it; one that is not closed ends by itself.
    void close() throws ElasticException;
}
