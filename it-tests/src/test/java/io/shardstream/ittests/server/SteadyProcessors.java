package io.shardstream.ittests.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.LongSupplier;
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
        return judge(Measured.LOST, isForced());
    }

    /// @param lost the share of the time that is lost, 0 to 1
    /// @param isForced whether somebody wants the tests to run whatever is lost
    static ConditionEvaluationResult judge(double lost, boolean isForced) {
        if (lost <= MOST_LOST || isForced) {
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

    private static double lost() {
        DoubleAdder lost = new DoubleAdder();
        int processors = Runtime.getRuntime().availableProcessors();
        List<Thread> lookers = new ArrayList<>();
        for (int i = 0; i < processors; i++) {
            lookers.add(Thread.ofPlatform().start(() -> lost.add(lost(System::nanoTime))));
        }
        try {
            for (Thread looker : lookers) {
                looker.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        double share = lost.sum() / processors;
        if (judge(share, isForced()).isDisabled()) {
            System.out.printf(
                    "Tests of real servers are skipped: %.0f %% of the processors' time is lost.%n", 100 * share);
        }
        return share;
    }

    /// Looks at the clock for some seconds.
    ///
    /// @return the share of that time that was lost in long gaps, 0 to 1
    static double lost(LongSupplier nanoTime) {
        long begun = nanoTime.getAsLong();
        long before = begun;
        long lost = 0;
        while (before - begun < LOOK.toNanos()) {
            long now = nanoTime.getAsLong();
            if (now - before >= LONG_GAP.toNanos()) {
                lost += now - before;
            }
            before = now;
        }
        // The last gap may be longer than the look.
        return (double) lost / (before - begun);
    }
}
