package io.shardstream.simulation.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/// Runs a test as the one process of a simulated world, in which nothing goes wrong by itself.
final class Simulated {
    private static final Duration LONG = Duration.ofMinutes(5);

    private Simulated() {}

    @FunctionalInterface
    interface Body {
        void run(SimulatedProcess process) throws Exception;
    }

    static void run(Body body) {
        Kernel kernel = new Kernel(1, false);
        SimulatedProcess process = new SimulatedProcess(kernel, "test");
        AtomicBoolean ended = new AtomicBoolean();
        process.execute(() -> {
            try {
                body.run(process);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            ended.set(true);
        });
        kernel.runUntil(LONG.toNanos());
        assertThat(ended).isTrue();
    }
}
