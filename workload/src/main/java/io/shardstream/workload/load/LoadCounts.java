package io.shardstream.workload.load;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// Adds up what became of the operations of a load.
final class LoadCounts {
    private static final long NANOS_IN_MICRO = 1000;

    private final Map<OperationKind, Map<OperationOutcome, Long>> counts = new EnumMap<>(OperationKind.class);
    private final AtomicLong answered = new AtomicLong();
    private final Latencies acknowledged = new Latencies();
    private long withheld;
    private long blockedSince = -1;
    private long blockedNanos;

    /// @param due in nanoseconds, when the operation was to be sent
    /// @param now when it was answered
    void add(Operation operation, Result result, long due, long now) {
        counts.computeIfAbsent(operation.kind(), _ -> new EnumMap<>(OperationOutcome.class))
                .merge(result.outcome(), 1L, Long::sum);
        var _ = answered.incrementAndGet();
        if (result.outcome() == OperationOutcome.OK) {
            acknowledged.add((now - due) / NANOS_IN_MICRO);
            endBlock(now);
        } else if (result.isBlocked() && blockedSince < 0) {
            blockedSince = now;
        }
    }

    /// How many operations were answered so far, whatever the answer. Any thread may ask.
    long answered() {
        return answered.get();
    }

    /// Operations that were due while too many were under way.
    void withhold(long count) {
        withheld += count;
    }

    void endBlock(long now) {
        if (blockedSince >= 0) {
            blockedNanos += now - blockedSince;
            blockedSince = -1;
        }
    }

    LoadReport report(LoadMemory memory) {
        return new LoadReport(
                Map.copyOf(counts),
                withheld,
                memory.documents(),
                memory.live(),
                acknowledged,
                Duration.ofNanos(blockedNanos));
    }
}
