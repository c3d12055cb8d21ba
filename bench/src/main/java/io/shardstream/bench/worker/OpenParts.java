package io.shardstream.bench.worker;

import io.shardstream.cli.run.RunningPart;
import java.util.ArrayList;
import java.util.List;

/// Parts that work in this process, and end together.
final class OpenParts implements AutoCloseable {
    private final List<RunningPart> parts = new ArrayList<>();

    void add(RunningPart part) {
        parts.add(part);
    }

    /// @throws java.util.concurrent.CompletionException if one of them has failed
    /// @throws IllegalStateException if one of them has ended
    void requireAll() {
        for (RunningPart part : parts) {
            if (part.end().isDone()) {
                part.end().join();
                throw new IllegalStateException("The " + part.name() + " has ended before its work was done");
            }
        }
    }

    @Override
    public void close() {
        parts.reversed().forEach(RunningPart::close);
    }
}
