package io.shardstream.control.preflight.checkup;

import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Clocks of nodes beside this machine's.
final class ClockRule {
    private static final Duration MUCH = Duration.ofSeconds(10);

    private ClockRule() {}

    /// @param role `source` or `target`
    /// @param stats the answer to `GET /_nodes/stats/process`, in which each node says its time
    /// @param asked when it was asked
    /// @param answered when it answered; clocks were read somewhere between
    static List<Finding> of(String role, JsonNode stats, Instant asked, Instant answered) {
        List<Finding> findings = new ArrayList<>();
        for (JsonNode node : stats.path("nodes")) {
            node.path("timestamp").asLongOpt().ifPresent(millis -> {
                Duration off = off(Instant.ofEpochMilli(millis), asked, answered);
                if (off.abs().compareTo(MUCH) > 0) {
                    findings.add(Finding.warns(
                            FindingCode.NODE_CLOCK_OFF,
                            "The clock of " + role + " node '"
                                    + node.path("name").asString("") + "' is "
                                    + off.abs().toSeconds() + " s " + (off.isNegative() ? "behind" : "ahead of")
                                    + " this machine's.",
                            "Set both by a time server: hours and certificates are judged by them."));
                }
            });
        }
        return findings;
    }

    /// @param newest time of the newest record of each topic
    static List<Finding> ofRecords(Map<String, Instant> newest, Instant now) {
        List<Finding> findings = new ArrayList<>();
        newest.forEach((topic, time) -> {
            Duration ahead = Duration.between(now, time);
            if (ahead.compareTo(MUCH) > 0) {
                findings.add(Finding.warns(
                        FindingCode.RECORD_FROM_THE_FUTURE,
                        "The newest record of " + topic + " is dated " + ahead.toSeconds()
                                + " s ahead of this machine's clock: that, or the clock of whoever wrote it, is wrong.",
                        "Set all by a time server: how long records are kept is judged by their dates."));
            }
        });
        return findings;
    }

    private static Duration off(Instant theirs, Instant asked, Instant answered) {
        if (theirs.isBefore(asked)) {
            return Duration.between(asked, theirs);
        }
        return theirs.isAfter(answered) ? Duration.between(answered, theirs) : Duration.ZERO;
    }
}
