package io.shardstream.control.progress;

import io.shardstream.control.state.RunState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Makes progress out of successive states: rates over a moving window, and the time that is left.
public final class ProgressMeter {
    private static final double NANOS_PER_SECOND = 1e9;

    private record Sample(long nanos, long outcomes, long bytes) {}

    private final LongSupplier nanoTime;
    private final Duration window;
    private final Deque<Sample> samples = new ArrayDeque<>();

    /// @param nanoTime a clock such as `System::nanoTime`
    /// @param window over which rates are measured; states should come several times in it
    public ProgressMeter(LongSupplier nanoTime, Duration window) {
        this.nanoTime = nanoTime;
        this.window = window;
    }

    /// Takes the state as that of now.
    public Progress add(RunState state) {
        long now = nanoTime.getAsLong();
        samples.addLast(new Sample(now, state.outcomes(), state.bytesRead()));
        // One sample older than the window stays, so that the rates span all of it.
        while (samples.size() > 2 && now - second().nanos() >= window.toNanos()) {
            samples.removeFirst();
        }
        Sample oldest = samples.getFirst();
        Sample newest = samples.getLast();
        double seconds = (newest.nanos() - oldest.nanos()) / NANOS_PER_SECOND;
        double docs = rate(newest.outcomes() - oldest.outcomes(), seconds);
        double bytes = rate(newest.bytes() - oldest.bytes(), seconds);
        return new Progress(
                state.plan().goalDocs(),
                state.docsRead(),
                state.bytesRead(),
                state.inKafka(),
                Math.max(0, state.outcomes() - state.rejected()),
                state.rejected(),
                docs,
                bytes,
                timeLeft(state, docs));
    }

    private Sample second() {
        var iterator = samples.iterator();
        iterator.next();
        return iterator.next();
    }

    private static double rate(long amount, double seconds) {
        return seconds <= 0 ? 0 : Math.max(0, amount / seconds);
    }

    private static Optional<Duration> timeLeft(RunState state, double docsPerSecond) {
        long left = Math.max(0, state.plan().goalDocs() - state.docsRead()) + state.inKafka();
        if (left == 0) {
            return Optional.of(Duration.ZERO);
        }
        return docsPerSecond <= 0
                ? Optional.empty()
                : Optional.of(Duration.ofSeconds(Math.round(left / docsPerSecond)));
    }
}
