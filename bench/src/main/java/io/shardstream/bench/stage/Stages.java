package io.shardstream.bench.stage;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The servers of one benchmark after the other: one set at a time, started when they are asked for, and kept
/// while the next one wants the same.
public final class Stages implements AutoCloseable {
    private final Consumer<String> heard;
    private @Nullable BenchServers open;

    /// @param heard told what is started
    public Stages(Consumer<String> heard) {
        this.heard = heard;
    }

    /// Servers of that kind. Others that were asked for before are closed.
    public BenchServers of(StageSpec spec) {
        BenchServers current = open;
        if (current != null && current.spec().equals(spec)) {
            return current;
        }
        giveUp();
        heard.accept("Starting Kafka and " + spec + ".");
        BenchServers started = BenchServers.start(spec);
        open = started;
        return started;
    }

    @Override
    public void close() {
        giveUp();
    }

    /// Closes what is open, so that whoever asks next has servers of its own.
    public void giveUp() {
        BenchServers current = open;
        open = null;
        if (current != null) {
            current.close();
        }
    }
}
