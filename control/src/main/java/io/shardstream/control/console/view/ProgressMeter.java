package io.shardstream.control.console.view;

import io.shardstream.control.state.RunState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Makes progress out of successive states: rates over a moving window, and the time that is left.
public final class ProgressMeter {
    private static final double NANOS_PER_SECOND = 1e9;

    private record Sample(long nanos, long docs) {}

    private final LongSupplier nanoTime;
    private final Duration window;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private final Outcomes outcomes = new Outcomes();

    /// @param nanoTime a clock such as `System::nanoTime`
    /// @param window over which rates are measured; states should come several times in it
    public ProgressMeter(LongSupplier nanoTime, Duration window) {
        this.nanoTime = nanoTime;
        this.window = window;
    }

    /// Takes the state as that of now.
    public Progress add(RunState state) {
        outcomes.add(state);
        double docs = docsPerSecond(outcomes.written() + state.refused());
        double size = state.docsRead() == 0 ? 0 : (double) state.bytesRead() / state.docsRead();
        return new Progress(
                state.plan().goalDocs(),
                state.docsRead(),
                state.bytesRead(),
                state.inKafka(),
                outcomes.written(),
                Math.round(outcomes.written() * size),
                state.rejected(),
                state.lostRejects(),
                outcomes.percent(),
                docs,
                docs * size,
                timeLeft(outcomes.left(state), docs),
                Optional.empty());
    }

    private double docsPerSecond(long docs) {
        long now = nanoTime.getAsLong();
        samples.addLast(new Sample(now, docs));
        // One sample older than the window stays, so that the rate spans all of it.
        while (samples.size() > 2 && now - second().nanos() >= window.toNanos()) {
            samples.removeFirst();
        }
        Sample oldest = samples.getFirst();
        double seconds = (now - oldest.nanos()) / NANOS_PER_SECOND;
        return seconds <= 0 ? 0 : (docs - oldest.docs()) / seconds;
    }

    private Sample second() {
        var iterator = samples.iterator();
        iterator.next();
        return iterator.next();
    }

    private static Optional<Duration> timeLeft(long docs, double docsPerSecond) {
        if (docs == 0) {
            return Optional.of(Duration.ZERO);
        }
        return docsPerSecond <= 0
                ? Optional.empty()
                : Optional.of(Duration.ofSeconds(Math.round(docs / docsPerSecond)));
    }
}
