package io.shardstream.simulation.kernel;

import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.Sleeper;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// One process of ours: its coroutines end with it, and stand still while it is frozen. What comes over
/// the network for a frozen process is delivered when it thaws, for a dead one never.
public final class SimulatedProcess implements Executor, Sleeper {
    private static final Duration IDLE = Duration.ofMillis(40);
    private static final Duration MOST_SKEW = Duration.ofMinutes(10);
    private static final Duration BUSY = Duration.ofMillis(1);

    private final Kernel kernel;
    private final Duration skew;
    private final String name;
    private final Set<Coroutine> coroutines = new LinkedHashSet<>();
    private final List<Runnable> untilThaw = new ArrayList<>();
    private boolean dead;
    private boolean frozen;
    private boolean stopping;
    private long silentSince;
    private long lastSilence;
    private long lastSilenceEnded;
    private long cutOffUntil = -1;
    private int pausesLeft;
    private Runnable atPause = () -> {};

    public SimulatedProcess(Kernel kernel, String name) {
        this.kernel = kernel;
        this.name = name;
        RandomGenerator random = kernel.randomOf(name);
        this.skew = random.nextBoolean()
                ? Duration.ZERO
                : MOST_SKEW.multipliedBy(random.nextInt(-100, 101)).dividedBy(100);
    }

    /// The clock of its machine, which may be minutes ahead of others or behind.
    public InstantSource clock() {
        return () -> kernel.instant().plus(skew);
    }

    public Kernel kernel() {
        return kernel;
    }

    @Override
    public String toString() {
        return name;
    }

    public boolean isDead() {
        return dead;
    }

    public boolean isFrozen() {
        return frozen;
    }

    /// For how long it has sent no heartbeat; 0 while it runs.
    public long silentNanos() {
        return dead || frozen || isCutOff() ? kernel.nanos() - silentSince : 0;
    }

    /// The longest time that it has sent no heartbeat, of now and of the last time, if that ended after that moment.
    public long silentNanosSince(long moment) {
        return Math.max(silentNanos(), lastSilenceEnded > moment ? lastSilence : 0);
    }

    private void isHeardAgain() {
        if (silentNanos() == 0) {
            lastSilence = kernel.nanos() - silentSince;
            lastSilenceEnded = kernel.nanos();
        }
    }

    /// Whether the coordinator of its group hears nothing of it, although it runs.
    public boolean isCutOff() {
        return kernel.nanos() < cutOffUntil;
    }

    /// Takes the coordinator of its group out of its reach.
    public void cutOff(Duration time) {
        kernel.trace(() -> name + " is cut off from its group for " + time.toMillis() + " ms");
        silentSince = kernel.nanos();
        cutOffUntil = kernel.nanos() + time.toNanos();
        kernel.after(time, this::isHeardAgain);
    }

    /// Has something happen to it exactly when it waits for the n-th time from now.
    public void atPause(int n, Runnable action) {
        pausesLeft = n;
        atPause = action;
    }

    /// @throws Crashed if it is no more
    public void check() {
        if (dead) {
            throw new Crashed(name);
        }
    }

    /// Runs code that may wait.
    @Override
    public void execute(Runnable body) {
        check();
        begin(body, thrown -> {
            if (thrown != null) {
                kernel.fail(thrown);
            }
        });
    }

    /// Steps a loop until it is stopped or throws, and then closes it, as a thread of its own would.
    ///
    /// @param ended told what it threw, null if nothing
    public void drive(Loop loop, SimulatedMailbox mailbox, Consumer<@Nullable Throwable> ended) {
        begin(
                () -> {
                    try (loop) {
                        while (!stopping) {
                            mailbox.pause(kernel.around(loop.doWork() == 0 ? IDLE : BUSY));
                        }
                    }
                    kernel.after(0, () -> ended.accept(null));
                },
                ended);
    }

    private void begin(Runnable body, Consumer<@Nullable Throwable> failed) {
        Coroutine coroutine = new Coroutine(this, () -> {
            try {
                body.run();
            } catch (RuntimeException | Error e) {
                if (dead) {
                    return;
                }
                kernel.after(0, () -> failed.accept(e));
            }
        });
        coroutines.add(coroutine);
        kernel.after(0, coroutine.wakeUp());
    }

    void ended(Coroutine coroutine) {
        if (coroutine.hasEnded()) {
            coroutines.remove(coroutine);
            Throwable thrown = coroutine.thrown();
            if (thrown != null) {
                kernel.fail(thrown);
            }
        }
    }

    /// Waits in a coroutine of this process.
    @Override
    public void sleep(Duration time) {
        if (time.isZero()) {
            check();
            return;
        }
        pause(time.toNanos());
    }

    /// Waits that many nanoseconds in a coroutine of this process.
    public void pause(long nanos) {
        check();
        Coroutine coroutine = Coroutine.current();
        kernel.after(nanos, coroutine.wakeUp());
        if (pausesLeft > 0 && --pausesLeft == 0) {
            kernel.after(0, atPause);
        }
        coroutine.await();
    }

    /// The way of a request to a server, or of the answer: sometimes much longer than usual.
    public void travel(Duration mean) {
        pause(kernel.around(mean));
    }

    /// Something arrives from outside.
    public void deliver(long delayNanos, Runnable arrival) {
        kernel.after(delayNanos, () -> whenAwake(arrival));
    }

    void whenAwake(Runnable action) {
        if (frozen) {
            untilThaw.add(action);
        } else if (!dead) {
            action.run();
        }
    }

    /// Lets the loop end in good order.
    public void stop() {
        stopping = true;
    }

    /// SIGKILL.
    public void kill() {
        if (dead) {
            return;
        }
        kernel.trace(() -> name + " is killed");
        silentSince = frozen ? silentSince : kernel.nanos();
        dead = true;
        frozen = false;
        untilThaw.clear();
        List.copyOf(coroutines).forEach(Coroutine::resume);
        coroutines.clear();
    }

    /// SIGSTOP.
    public void freeze() {
        if (!dead && !frozen) {
            kernel.trace(() -> name + " is frozen");
            frozen = true;
            silentSince = kernel.nanos();
        }
    }

    /// SIGCONT.
    public void thaw() {
        if (frozen) {
            kernel.trace(() -> name + " goes on");
            frozen = false;
            isHeardAgain();
            List<Runnable> due = List.copyOf(untilThaw);
            untilThaw.clear();
            due.forEach(action -> kernel.after(kernel.around(BUSY), () -> whenAwake(action)));
        }
    }
}
