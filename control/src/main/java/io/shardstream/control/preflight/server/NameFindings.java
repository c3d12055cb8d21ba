package io.shardstream.control.preflight.server;

import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.Optional;

/// What is to be said of the names of source and target in one cluster: clients that use patterns meet both.
public final class NameFindings {
    /// Nobody searches by fewer characters.
    private static final int SHORTEST = 3;

    private NameFindings() {}

    /// Tells where both begin alike.
    public static Optional<Finding> of(String source, String target) {
        int alike = 0;
        while (alike < Math.min(source.length(), target.length()) && source.charAt(alike) == target.charAt(alike)) {
            alike++;
        }
        if (alike < SHORTEST) {
            return Optional.empty();
        }
        String pattern = source.substring(0, alike) + "*";
        return Optional.of(Finding.notes(
                FindingCode.NAMES_ALIKE,
                "A pattern such as '" + pattern + "' meets '" + source + "' and '" + target
                        + "': searches of it find each document twice until one of them is deleted, and"
                        + " _delete_by_query or _update_by_query changes the target.",
                "Where clients use such patterns, choose a target.index that begins with other characters, or have"
                        + " clients use an alias."));
    }
}
