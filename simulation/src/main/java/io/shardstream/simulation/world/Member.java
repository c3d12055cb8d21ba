package io.shardstream.simulation.world;

import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.PlanChangedException;
import io.shardstream.common.loop.RunEndedException;
import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedMailbox;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.time.Duration;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// A reader or writer that is started again whenever it is gone, as whoever runs it would do.
final class Member {
    private static final Duration RESTART = Duration.ofMillis(800);
    private static final Duration FREEZE = Duration.ofSeconds(3);
    private static final Duration UNTOLD = Duration.ofMillis(500);

    private static final int MOMENTS = 25;

    private final Kernel kernel;
    private final String name;
    private final Start start;
    private final IntSupplier generation;
    private int starts;
    private int startedIn;
    private boolean calm;
    private SimulatedProcess process;
    private @Nullable BlockedException blocked;

    /// Puts the loop of a new process together.
    @FunctionalInterface
    interface Start {
        Loop loop(SimulatedProcess process, SimulatedMailbox mailbox);
    }

    /// @param generation of the run's topics
    Member(Kernel kernel, String name, Start start, IntSupplier generation) {
        this.kernel = kernel;
        this.generation = generation;
        this.name = name;
        this.start = start;
        this.process = begin();
    }

    private SimulatedProcess begin() {
        SimulatedProcess begun = new SimulatedProcess(kernel, name + "." + starts++);
        SimulatedMailbox mailbox = new SimulatedMailbox(begun);
        process = begun;
        startedIn = generation.getAsInt();
        begun.drive(start.loop(begun, mailbox), mailbox, thrown -> ended(begun, thrown));
        return begun;
    }

    private void ended(SimulatedProcess which, @Nullable Throwable thrown) {
        which.kill();
        switch (thrown) {
            case null -> startAgain();
            case PlanChangedException why -> {
                kernel.trace(() -> which + " begins anew: " + why.getMessage());
                startAgain();
            }
            case RunEndedException why -> kernel.trace(() -> which + " ends: " + why.getMessage());
            case BlockedException why -> {
                kernel.trace(() -> which + " is blocked: " + why.getMessage());
                if (startedIn == generation.getAsInt()) {
                    blocked = why;
                } else {
                    startAgain();
                }
            }
            case org.apache.kafka.common.KafkaException why -> {
                kernel.trace(() -> which + " ends: " + why);
                startAgain();
            }
            default -> kernel.fail(thrown);
        }
    }

    private void startAgain() {
        kernel.after(kernel.around(RESTART), this::begin);
    }

    /// Why it waits for a person, null if it does not.
    @Nullable
    BlockedException blocked() {
        return blocked;
    }

    /// Starts again if it waits for a person.
    void resume() {
        if (blocked != null) {
            blocked = null;
            startAgain();
        }
    }

    /// One of the things that happen to processes.
    void suffer() {
        if (process.isDead() || process.isFrozen()) {
            return;
        }
        SimulatedProcess victim = process;
        int when = 1 + kernel.random().nextInt(MOMENTS);
        switch (kernel.random().nextInt(5)) {
            case 0 -> victim.atPause(when, () -> killed(victim));
            case 1 -> victim.stop();
            case 2 -> victim.cutOff(Duration.ofNanos(kernel.around(FREEZE)));
            default -> victim.atPause(when, () -> frozen(victim));
        }
    }

    /// It stops for a while, or its group takes it for dead.
    void stall() {
        if (process.isDead() || process.isFrozen()) {
            return;
        }
        SimulatedProcess victim = process;
        if (kernel.chance(0.5)) {
            victim.cutOff(Duration.ofNanos(kernel.around(FREEZE)));
        } else {
            victim.atPause(1 + kernel.random().nextInt(MOMENTS), () -> frozen(victim));
        }
    }

    /// It stops for so long that others have its work, and does not hear of that at once.
    void oversleep() {
        SimulatedProcess victim = process;
        if (calm || victim.isDead() || victim.isFrozen()) {
            return;
        }
        victim.freeze();
        kernel.after(kernel.around(FREEZE), () -> {
            victim.cutOff(UNTOLD);
            victim.thaw();
        });
    }

    private void killed(SimulatedProcess victim) {
        if (!victim.isDead()) {
            victim.kill();
            startAgain();
        }
    }

    private void frozen(SimulatedProcess victim) {
        if (!calm) {
            victim.freeze();
            kernel.after(kernel.around(FREEZE), victim::thaw);
        }
    }

    void crash() {
        killed(process);
    }

    /// For good.
    void end() {
        process.kill();
    }

    /// Nothing more happens to it.
    void recover() {
        calm = true;
        process.thaw();
    }

    /// Sometimes it is frozen once more, as a zombie of what follows.
    void sufferAgain() {
        calm = false;
        if (kernel.chance(0.4)) {
            process.atPause(1 + kernel.random().nextInt(10 * MOMENTS), () -> frozen(process));
        }
    }
}
