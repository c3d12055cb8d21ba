package io.shardstream.cli.run;

import io.shardstream.cli.exit.Stop;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.PlanChangedException;
import io.shardstream.common.loop.RunEndedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// Waits until something ends a process: what it waits for, a part that breaks, or being told to stop.
final class Waiting {
    private Waiting() {}

    /// @return whether what was waited for came, or a part found the run completed; false if the process was told to
    /// stop
    /// @throws BlockedException if a part says that a person must look
    /// @throws PlanChangedException if a part has to begin anew by another plan
    /// @throws CompletionException with whatever broke otherwise
    static boolean until(CompletableFuture<Void> wanted, List<CompletableFuture<Void>> parts, Stop stop) {
        List<CompletableFuture<Void>> all = new ArrayList<>(parts);
        all.add(wanted);
        all.add(stop.asked());
        try {
            CompletableFuture.anyOf(all.toArray(CompletableFuture[]::new)).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RunEndedException ended && ended.isCompleted()) {
                return true;
            }
            if (e.getCause() instanceof BlockedException blocked) {
                throw blocked;
            }
            if (e.getCause() instanceof PlanChangedException changed) {
                throw changed;
            }
            throw e;
        }
        return wanted.isDone() && !wanted.isCompletedExceptionally();
    }
}
