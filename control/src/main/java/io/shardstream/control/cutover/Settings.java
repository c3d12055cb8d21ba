package io.shardstream.control.cutover;

import java.time.Duration;
import java.util.List;

/// What the run file says about the cut-over.
///
/// @param maxBlocked how long neither index may take writes before the cut-over is aborted
/// @param maxLag operations that the target may be behind when it begins
/// @param canaries searches that warm the target, as JSON
public record Settings(Duration maxBlocked, long maxLag, List<String> canaries) {
    public Settings {
        canaries = List.copyOf(canaries);
    }
}
