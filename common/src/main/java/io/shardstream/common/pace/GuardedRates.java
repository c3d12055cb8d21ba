package io.shardstream.common.pace;

import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.kafka.ControlRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What the guard of production lets one side do, as it was last heard. What was not renewed for half a minute, by this
/// process's own clock, says nothing any more: nobody knows then how production fares. Where somebody has
/// asked for the guard, that allows nothing; of the default guard it allows everything.
final class GuardedRates {
    /// Named by a finding of a whole side.
    private static final String ALL = "";
    private static final Duration FRESH = Duration.ofSeconds(30);

    /// Whatever it has found, the default guard leaves so much: it never stops a run.
    private static final long LEAST_BY_DEFAULT = 256 << 10;

    private final Side side;
    private @Nullable GuardFindings heard;
    private Instant heardAt = Instant.MIN;
    private boolean isLive;
    private List<GuardFindings.Finding> findings = List.of();

    GuardedRates(Side side) {
        this.side = side;
    }

    void hear(ControlRecords said, Instant now) {
        GuardFindings latest = said.of(GuardFindings.KEY, GuardFindings::decode).orElse(null);
        if (latest != null && !latest.equals(heard)) {
            // What is heard first may have lain there since a controller died. It is renewed soon if it
            // holds.
            isLive = heard != null || !latest.at().isBefore(now.minus(FRESH));
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
        if (!isFresh(now)) {
            return 0;
        }
        return rateOf(node)
                .or(() -> rateOf(ALL))
                .or(() -> findings.stream().map(GuardFindings.Finding::rate).min(Comparator.naturalOrder()))
                .orElse(0L);
    }

    /// In bytes a second, of the default guard; empty for no limit.
    ///
    /// @param node its name; empty for any
    OptionalLong byDefault(String node, Instant now) {
        return !isLive || !isFresh(now)
                ? OptionalLong.empty()
                : rateOf(node).stream()
                        .mapToLong(rate -> Math.max(rate, LEAST_BY_DEFAULT))
                        .findFirst();
    }

    boolean hasFindings() {
        return !findings.isEmpty();
    }

    private boolean isFresh(Instant now) {
        return now.isBefore(heardAt.plus(FRESH));
    }

    private Optional<Long> rateOf(String node) {
        return findings.stream()
                .filter(finding -> finding.node().equals(node))
                .map(GuardFindings.Finding::rate)
                .findFirst();
    }
}
