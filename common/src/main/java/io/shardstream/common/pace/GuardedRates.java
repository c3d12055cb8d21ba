package io.shardstream.common.pace;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.GuardFindings;
import io.shardstream.common.record.Side;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the guard of production lets one side do, as it was last heard. What was not renewed for half a minute, by this
/// process's own clock, allows nothing: nobody knows then how production fares.
final class GuardedRates {
    private static final Duration FRESH = Duration.ofSeconds(30);

    private final Side side;
    private @Nullable GuardFindings heard;
    private Instant heardAt = Instant.MIN;
    private List<GuardFindings.Finding> findings = List.of();

    GuardedRates(Side side) {
        this.side = side;
    }

    void hear(ControlRecords said, Instant now) {
        GuardFindings latest = said.of(GuardFindings.KEY, GuardFindings::decode).orElse(null);
        if (latest != null && !latest.equals(heard)) {
            heard = latest;
            heardAt = now;
            findings = latest.findings().stream()
                    .filter(finding -> finding.side() == side)
                    .toList();
        }
    }

    /// In bytes a second.
    ///
    /// @param node its name; empty for any, for which the least holds
    long of(String node, Instant now) {
        if (!now.isBefore(heardAt.plus(FRESH))) {
            return 0;
        }
        return findings.stream()
                .filter(finding -> node.isEmpty()
                        || finding.node().equals(node)
                        || finding.node().isEmpty())
                .min(Comparator.comparing((GuardFindings.Finding finding) ->
                                !node.isEmpty() && finding.node().isEmpty())
                        .thenComparingLong(GuardFindings.Finding::rate))
                .map(GuardFindings.Finding::rate)
                .orElse(0L);
    }
}
