package io.shardstream.workload.load;

import java.time.Duration;
import java.util.Map;

/// What a load did.
///
/// @param counts operations by kind and outcome
/// @param withheld operations that were due while too many were under way, and never sent
/// @param documents how many ids were used
/// @param live how many of those are there, those in doubt left out
/// @param acknowledged from the moment an operation was due to its acknowledgement
/// @param blocked how long writes were answered with 403, from the first such answer to the next acknowledgement
public record LoadReport(
        Map<OperationKind, Map<OperationOutcome, Long>> counts,
        long withheld,
        int documents,
        int live,
        Latencies acknowledged,
        Duration blocked) {
    public long count(OperationOutcome outcome) {
        return counts.values().stream()
                .mapToLong(one -> one.getOrDefault(outcome, 0L))
                .sum();
    }

    public long count(OperationKind kind, OperationOutcome outcome) {
        return counts.getOrDefault(kind, Map.of()).getOrDefault(outcome, 0L);
    }
}
