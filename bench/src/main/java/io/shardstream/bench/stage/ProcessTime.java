package io.shardstream.bench.stage;

import java.time.Duration;
import java.util.Collection;

/// Processor time that processes have used.
final class ProcessTime {
    private ProcessTime() {}

    /// Of all of them together, user and system, since each began.
    ///
    /// @throws IllegalStateException if one is gone, or its time cannot be told here
    public static Duration of(Collection<Long> pids) {
        return pids.stream().map(ProcessTime::of).reduce(Duration.ZERO, Duration::plus);
    }

    private static Duration of(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow(() -> new IllegalStateException("the processor time of process " + pid + " is not known"));
    }
}
