package io.shardstream.control.cutover;

import io.shardstream.common.record.ReplaceIndex;
import io.shardstream.control.hook.SwapHook;
import io.shardstream.control.survey.difference.Intended;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What the run file says about the cut-over.
///
/// @param maxBlocked how long neither index may take writes before the cut-over is aborted
/// @param maxLag operations that the target may be behind when it begins
/// @param canaries searches that are compared and warm the target, as JSON
/// @param canaryTolerance per cent of what a canary finds that may differ between both sides
/// @param replaceIndex whether the source index is deleted and its name becomes an alias of the target
/// @param onSwap what is called when production has moved, before clients can write to the target
/// @param intended what the target shall have otherwise than the source
public record Settings(
        Duration maxBlocked,
        long maxLag,
        List<String> canaries,
        int canaryTolerance,
        ReplaceIndex replaceIndex,
        Optional<SwapHook> onSwap,
        Intended intended) {
    public Settings {
        canaries = List.copyOf(canaries);
    }

    /// Those of a run whose target shall be as the source is.
    public Settings(
            Duration maxBlocked,
            long maxLag,
            List<String> canaries,
            ReplaceIndex replaceIndex,
            Optional<SwapHook> onSwap) {
        this(maxBlocked, maxLag, canaries, 0, replaceIndex, onSwap, Intended.NOTHING);
    }
}
