package io.shardstream.ittests.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Whether threads that want to run do run. Measured once, by a thread for each processor that does nothing but look at
/// the clock: what it does not see in one piece was taken away, by a hypervisor that is short of processors or by a
/// quota. Other processes of this machine take turns of a few milliseconds, which do not count.
///
/// `-Dshardstream.servers=always` has everything run all the same.
final class SteadyProcessors implements ExecutionCondition {
    private static final String PROPERTY = "shardstream.servers";
    private static final Duration LOOK = Duration.ofSeconds(3);
    private static final Duration LONG_GAP = Duration.ofMillis(40);
    private static final double MOST_LOST = 0.4;

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        double lost = Measured.LOST;
        if (lost <= MOST_LOST || isForced()) {
            return ConditionEvaluationResult.enabled("processors are there");
        }
        return ConditionEvaluationResult.disabled(
                "This machine takes its processors away for %.0f %% of the time, in pieces of %d ms and more: tests of real servers would be about that. -D%s=always runs them."
                        .formatted(100 * lost, LONG_GAP.toMillis(), PROPERTY));
    }

    private static boolean isForced() {
        return System.getProperty(PROPERTY, "").equals("always");
    }

    private static final class Measured {
        static final double LOST = lost();
    }

    /// The share of the time that was lost in long gaps, 0 to 1.
    private static double lost() {
        AtomicLong lost = new AtomicLong();
        int processors = Runtime.getRuntime().availableProcessors();
        List<Thread> lookers = new ArrayList<>();
        for (int i = 0; i < processors; i++) {
            lookers.add(Thread.ofPlatform().start(() -> lost.addAndGet(lookAtTheClock())));
        }
        try {
            for (Thread looker : lookers) {
                looker.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        double share = (double) lost.get() / (LOOK.toNanos() * processors);
        if (share > MOST_LOST && !isForced()) {
            System.out.printf(
                    "Tests of real servers are skipped: %.0f %% of the processors' time is lost.%n", 100 * share);
        }
        return share;
    }

    private static long lookAtTheClock() {
        long begun = System.nanoTime();
        long before = begun;
        long lost = 0;
        while (before - begun < LOOK.toNanos()) {
            long now = System.nanoTime();
            if (now - before >= LONG_GAP.toNanos()) {
                lost += now - before;
            }
            before = now;
        }
        return lost;
    }
}
