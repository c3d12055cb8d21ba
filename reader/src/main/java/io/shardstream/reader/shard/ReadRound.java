package io.shardstream.reader.shard;

import io.shardstream.common.contract.record.Witness;
import io.shardstream.reader.window.DocumentTally;
import io.shardstream.reader.window.WindowWidth;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One reading of everything from `done` up to a visible checkpoint, from one copy. It is over when all of it
/// is settled, or at the first failure: what was read and not settled is then read again by another round.
/// Used by the loop's thread.
interface ReadRound {
    /// Sends out what may be sent out now.
    ///
    /// @return how many requests were sent
    int step(Instant now);

    /// Windows between request and acknowledgement.
    int inFlight();

    boolean isOver();

    /// Why it is over, null if because everything is read.
    @Nullable
    Exception failure();

    /// The highest number of the settled prefix.
    long done();

    /// The documents that were settled since this was last asked.
    DocumentTally takeSettled();

    /// Documents that were settled since this was last asked, by which the history can be known again.
    default List<Witness> takeWitnesses() {
        return List.of();
    }

    /// The width that has proved right so far.
    WindowWidth width();

    /// How long the source is left alone afterwards, at least, while nobody waits for what is read.
    default Duration rest(Instant now) {
        return Duration.ZERO;
    }

    /// Nothing that is still under way matters any more.
    void abandon();
}
