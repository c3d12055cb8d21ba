package io.shardstream.control.index.server;

import io.shardstream.control.state.finding.Severity;

/// One privilege that a run needs.
///
/// @param index what it is needed on; empty for the cluster
/// @param severity what it means if it is missing
/// @param why what it is needed for, as the end of a sentence
public record Need(String index, String privilege, Severity severity, String why) {
    /// Such as `the privilege 'manage' on 'cities'`.
    public String what() {
        return index.isEmpty()
                ? "the cluster privilege '" + privilege + "'"
                : "the privilege '" + privilege + "' on '" + index + "'";
    }
}
