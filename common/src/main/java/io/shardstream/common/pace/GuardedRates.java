package io.shardstream.common.pace;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.GuardFindings;
import io.shardstream.common.record.Side;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the guard of production lets one side do, as it was last heard. What was not renewed for half a minute, by this
/// process's own clock, allows nothing: nobody knows then how production fares.
final class GuardedRates {
    /// Named by a finding of a whole side.
    private static final String ALL = "";
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

    /// In bytes a second. Of a node that nobody has measured, such as one that is gone, the least of all holds: whoever
    /// has to do with it must be able to find out that it is gone.
    ///
    /// @param node its name; empty for any
    long of(String node, Instant now) {
        if (!now.isBefore(heardAt.plus(FRESH))) {
            return 0;
        }
        return rateOf(node)
                .or(() -> rateOf(ALL))
                .or(() -> findings.stream().map(GuardFindings.Finding::rate).min(Comparator.naturalOrder()))
                .orElse(0L);
    }

    private Optional<Long> rateOf(String node) {
        return findings.stream()
                .filter(finding -> finding.node().equals(node))
                .map(GuardFindings.Finding::rate)
                .findFirst();
    }
}
