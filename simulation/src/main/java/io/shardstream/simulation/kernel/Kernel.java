package io.shardstream.simulation.kernel;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Everything that happens in one seed, one event after another, in simulated time. Code that blocks runs
/// in coroutines that hand back to the kernel wherever they wait; only one of all threads ever runs.
public final class Kernel implements InstantSource {
    private static final int TRACE_KEPT = 4000;
    private static final long MILLI = 1_000_000;

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::order));
    private final SplittableRandom random;
    private final long seed;
    private final Thread thread = Thread.currentThread();
    private final Deque<String> trace = new ArrayDeque<>();
    private final boolean tracing;
    private long nanos;
    private long order;
    private long fingerprint;
    private @Nullable Throwable failure;

    private record Event(long nanos, long order, Runnable action) {}

    /// To be made on the thread that calls [#runUntil].
    ///
    /// @param tracing whether the events are told for people
    public Kernel(long seed, boolean tracing) {
        this.random = new SplittableRandom(seed);
        this.seed = seed;
        this.tracing = tracing;
    }

    Thread thread() {
        return thread;
    }

    boolean isTracing() {
        return tracing;
    }

    public RandomGenerator random() {
        return random;
    }

    /// Nanoseconds since the begin.
    public long nanos() {
        return nanos;
    }

    /// Chance of its own for something with a name, the same in every history of the seed.
    RandomGenerator randomOf(String name) {
        return new SplittableRandom(seed * 31 + name.hashCode());
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(nanos);
    }

    /// Whether something of that probability happens now.
    public boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /// A time in nanoseconds around that mean: mostly less, sometimes much more.
    public long around(Duration mean) {
        return (long) (-Math.log(1 - random.nextDouble()) * mean.toNanos());
    }

    public void after(long delayNanos, Runnable action) {
        events.add(new Event(nanos + Math.max(0, delayNanos), order++, action));
    }

    public void after(Duration delay, Runnable action) {
        after(delay.toNanos(), action);
    }

    /// Lets things happen up to that moment.
    ///
    /// @throws AssertionError what an event or a coroutine threw
    public void runUntil(long untilNanos) {
        for (Event next = events.peek(); next != null && next.nanos() <= untilNanos; next = events.peek()) {
            events.remove();
            nanos = next.nanos();
            next.action().run();
            Throwable broken = failure;
            if (broken != null) {
                throw new AssertionError(broken.toString(), broken);
            }
        }
        nanos = untilNanos;
    }

    /// Ends the seed: something broke that no model foresees.
    public void fail(Throwable broken) {
        if (failure == null) {
            failure = broken;
        }
    }

    /// How many events there were.
    public long steps() {
        return order;
    }

    /// Tells what happens, if anybody wants to know.
    public void trace(Supplier<String> sentence) {
        if (tracing) {
            String line = "%9.3f %s".formatted((double) nanos / MILLI / 1000, sentence.get());
            fingerprint = fingerprint * 31 + line.hashCode();
            trace.addLast(line);
            if (trace.size() > TRACE_KEPT) {
                trace.removeFirst();
            }
        }
    }

    /// What was told, without the beginning if that is long.
    public String traced() {
        return String.join("\n", trace);
    }

    /// A number that differs when anything that was traced differs.
    public long fingerprint() {
        return fingerprint;
    }
}
