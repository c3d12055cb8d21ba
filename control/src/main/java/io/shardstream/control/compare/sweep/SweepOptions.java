package io.shardstream.control.compare.sweep;

import java.time.Duration;

/// How a sweep is made.
///
/// @param isFinal the one that counts: no shard is skipped
/// @param dryRun deletes are found and not published
/// @param goesOn whether readers are at work; if not, only what they have read is judged
/// @param patience how long readers and writers are waited for, once a round
public record SweepOptions(boolean isFinal, boolean dryRun, boolean goesOn, Duration patience) {
    /// For a run that goes on, again and again.
    public static SweepOptions online(Duration patience) {
        return new SweepOptions(false, false, true, patience);
    }

    /// For a run whose lanes are drained and whose source is blocked.
    public static SweepOptions last(Duration patience) {
        return new SweepOptions(true, false, true, patience);
    }
}
