package io.shardstream.cli.run;

import io.shardstream.cli.part.Part;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/// The parts that work in this process. All are closed, the last first, also if one does not start.
final class WorkingParts implements AutoCloseable {
    private final Deque<Part> parts = new ArrayDeque<>();

    static WorkingParts start(List<Supplier<Part>> starters) {
        WorkingParts working = new WorkingParts();
        try {
            starters.forEach(starter -> working.parts.push(starter.get()));
            return working;
        } catch (RuntimeException e) {
            working.close();
            throw e;
        }
    }

    /// Each completes when its part has ended; see [Part#end()].
    List<CompletableFuture<Void>> ends() {
        return parts.stream().map(Part::end).toList();
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            parts.pop().close();
        }
    }
}
