package io.shardstream.common.runfile;

import io.shardstream.common.contract.record.CutoverTerms;
import io.shardstream.common.contract.record.ReplaceIndex;
import java.time.Duration;
import java.util.List;

/// How production is switched.
///
/// @param maxBlocked how long neither index may take writes before the cut-over is aborted
/// @param maxLag operations that the target may be behind when it begins
/// @param canaries searches that are compared and warm the target, as JSON
/// @param canaryTolerance per cent of what a canary finds that may differ between both sides, 0 to 100
/// @param replaceIndex whether the source index is deleted and its name becomes an alias of the target
/// @param onSwap what is called when production has moved: one address, or a program and its arguments; empty for
///     nothing
/// @param onSwapTimeout how long that may take
public record CutoverConfig(
        Duration maxBlocked,
        int maxLag,
        List<String> canaries,
        int canaryTolerance,
        ReplaceIndex replaceIndex,
        List<Secret> onSwap,
        Duration onSwapTimeout) {
    public CutoverConfig {
        canaries = List.copyOf(canaries);
        onSwap = List.copyOf(onSwap);
    }

    /// What a request for a cut-over says of it.
    public CutoverTerms terms() {
        return CutoverTerms.of(
                maxBlocked,
                maxLag,
                canaries,
                canaryTolerance,
                replaceIndex,
                onSwap.stream().map(Secret::reference).toList(),
                onSwapTimeout);
    }

    /// What is not there of that which [#onSwap] takes from elsewhere, as the run file says it. Empty where everything
    /// is, as it always is in a process that controls the run.
    public List<String> lacking() {
        return onSwap.stream()
                .filter(word -> !word.isKnown())
                .map(Secret::reference)
                .toList();
    }

    /// Whether [#onSwap] is an address, and not a program.
    public boolean isOnSwapAddress() {
        return onSwap.size() == 1 && OnSwapWords.isAddress(onSwap.getFirst().reference());
    }
}
