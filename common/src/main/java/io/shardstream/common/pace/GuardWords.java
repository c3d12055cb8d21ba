package io.shardstream.common.pace;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.Objective.Guard;
import io.shardstream.common.kafka.ControlRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The guard of production as people read it.
public final class GuardWords {
    /// After which findings of the default guard hold no more, with what clocks of two machines may differ.
    private static final Duration OLD = Duration.ofMinutes(1);

    private GuardWords() {}

    /// What it lets the run do, one sentence without an end for each side and node that it limits, in their
    /// order.
    ///
    /// @param guard how production is guarded
    public static List<String> limits(ControlRecords said, Guard guard, Instant now) {
        return switch (guard) {
            case ASKED -> asked(said);
            case DEFAULT -> byDefault(said, now).map(GuardWords::words).orElse(List.of());
            case OFF -> List.of();
        };
    }

    /// What the default guard has found, if it still holds.
    public static Optional<GuardFindings> byDefault(ControlRecords said, Instant now) {
        return said.of(GuardFindings.KEY, GuardFindings::decode)
                .filter(found -> found.at().isAfter(now.minus(OLD)));
    }

    private static List<String> asked(ControlRecords said) {
        List<String> found = said.of(GuardFindings.KEY, GuardFindings::decode)
                .map(GuardWords::words)
                .orElse(List.of());
        return found.isEmpty()
                ? List.of("guard: nothing is known of production yet, a process that controls the run measures it")
                : found;
    }

    private static List<String> words(GuardFindings found) {
        return found.findings().stream()
                .map(finding -> finding.reason() + ", " + finding.side().work() + " "
                        + NumberText.bytes((double) finding.rate()) + "/s at most")
                .toList();
    }

    /// What the default guard goes by, and how to end it; empty for another.
    public static String ofDefault(Guard guard) {
        return guard == Guard.DEFAULT
                ? "by default, where others search a node: CPU 80%, searches that wait, refusals; guard: off ends it"
                : "";
    }
}
