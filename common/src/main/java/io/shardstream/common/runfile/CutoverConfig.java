package io.shardstream.common.runfile;

import java.time.Duration;
import java.util.List;

/// How production is switched.
///
/// @param maxBlocked how long neither index may take writes before the cut-over is aborted
/// @param maxLag operations that the target may be behind when it begins
/// @param canaries searches that warm the target, as JSON
public record CutoverConfig(Duration maxBlocked, int maxLag, List<String> canaries) {
    public CutoverConfig {
        canaries = List.copyOf(canaries);
    }
}
