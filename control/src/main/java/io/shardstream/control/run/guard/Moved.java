package io.shardstream.control.run.guard;

import io.shardstream.common.contract.record.Side;
import io.shardstream.control.state.RunState;
import java.time.Duration;
import java.time.Instant;

/// How fast a run has moved documents lately, from successive states: the faster of the last two stretches,
/// as offsets are committed and checkpoints written in steps. Of each node it is the most that it can have
/// been.
final class Moved {
    private static final double NANOS_PER_SECOND = 1e9;

    private Instant at;
    private double bytesRead;
    private double bytesWritten;
    private double readBefore;
    private double readLately;
    private double writtenBefore;
    private double writtenLately;

    Moved(RunState first, Instant now) {
        this.at = now;
        this.bytesRead = (double) first.bytesRead();
        this.bytesWritten = bytesWritten(first);
    }

    /// Whether it knows a state of that time.
    boolean isOf(Instant now) {
        return at.equals(now);
    }

    void add(RunState state, Instant now) {
        double seconds = Duration.between(at, now).toNanos() / NANOS_PER_SECOND;
        if (seconds <= 0) {
            return;
        }
        readBefore = readLately;
        readLately = Math.max(0, (double) state.bytesRead() - bytesRead) / seconds;
        writtenBefore = writtenLately;
        writtenLately = Math.max(0, bytesWritten(state) - bytesWritten) / seconds;
        at = now;
        bytesRead = (double) state.bytesRead();
        bytesWritten = bytesWritten(state);
    }

    /// At the mean size of the documents read.
    private static double bytesWritten(RunState state) {
        return state.docsRead() == 0 ? 0 : (double) state.outcomes() * state.bytesRead() / state.docsRead();
    }

    /// Bytes a second.
    double of(Side side) {
        return switch (side) {
            case SOURCE -> Math.max(readBefore, readLately);
            case TARGET -> Math.max(writtenBefore, writtenLately);
        };
    }
}
