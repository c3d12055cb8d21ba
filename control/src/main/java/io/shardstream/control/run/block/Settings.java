package io.shardstream.control.run.block;

import io.shardstream.common.contract.record.CutoverTerms;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.index.difference.Intended;
import io.shardstream.control.index.target.TargetReplicas;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the run file says about the cut-over.
///
/// @param maxBlocked how long neither index may take writes before the cut-over is aborted
/// @param maxLag operations that the target may be behind when it begins
/// @param canaries searches that are compared and warm the target, as JSON
/// @param canaryTolerance per cent of what a canary finds that may differ between both sides
/// @param replaceIndex whether the source index is deleted and its name becomes an alias of the target
/// @param onSwap what is called when production has moved, before clients can write to the target
/// @param intended what the target shall have otherwise than the source
/// @param replicas of the target
/// @param terms the same as requests say it
public record Settings(
        Duration maxBlocked,
        long maxLag,
        List<String> canaries,
        int canaryTolerance,
        ReplaceIndex replaceIndex,
        Optional<SwapHook> onSwap,
        Intended intended,
        TargetReplicas replicas,
        CutoverTerms terms) {
    public Settings {
        canaries = List.copyOf(canaries);
    }

    /// Those of a run whose target shall be as the source is, and whose run file does not name what is
    /// called.
    public Settings(
            Duration maxBlocked,
            long maxLag,
            List<String> canaries,
            ReplaceIndex replaceIndex,
            Optional<SwapHook> onSwap) {
        this(
                maxBlocked,
                maxLag,
                canaries,
                0,
                replaceIndex,
                onSwap,
                Intended.NOTHING,
                TargetReplicas.AS_SOURCE,
                CutoverTerms.of(maxBlocked, maxLag, canaries, 0, replaceIndex, List.of(), Duration.ZERO));
    }

    /// Holds what a request says of these against it: whoever asked was told what is done by that.
    ///
    /// @throws GivenUpException if something is otherwise here
    public void requireTerms(Request cutover, Set<String> options) {
        terms.difference(cutover, options).ifPresent(why -> {
            throw new GivenUpException(why);
        });
    }
}
