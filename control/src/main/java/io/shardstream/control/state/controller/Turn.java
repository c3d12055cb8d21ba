package io.shardstream.control.state.controller;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// For how long a process goes on controlling a run whose write block lasts longer than it may. It may be the
/// only one that does not reach a cluster, by a route, a firewall or a name: others that do get their turn
/// then. Each turn at one block is twice as long as the one before, since nobody may reach a cluster that is
/// away, and who is alone leaves the run uncontrolled in between.
final class Turn {
    private static final Duration FIRST = Duration.ofSeconds(30);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    /// In which whoever was told that nobody controls the run takes it over.
    private static final Duration TO_TAKE_OVER = Duration.ofSeconds(5);

    private final Duration longestCall;
    private final Duration others;
    private Duration length = FIRST;
    private Instant begun = Instant.MAX;

    /// @param longestCall of what a cut-over calls and waits for behind its swap
    /// @param sessionTimeout after which a silent controller is replaced
    Turn(Duration longestCall, Duration sessionTimeout) {
        this.longestCall = longestCall;
        this.others = sessionTimeout.plus(TO_TAKE_OVER);
    }

    /// This process begins to control the run.
    void begins(Instant now) {
        begun = now;
    }

    /// Whether it is the others' turn.
    ///
    /// @param due when the block was to be lifted at the latest; empty if there is none
    boolean isOver(Instant now, Optional<Instant> due) {
        if (due.filter(now::isBefore).isPresent()) {
            // Another block than the one that others were left to try at.
            length = FIRST;
        }
        return due.filter(time -> isLonger(time, now, longestCall.plus(length)))
                .filter(_ -> isLonger(begun, now, length))
                .isPresent();
    }

    private static boolean isLonger(Instant since, Instant now, Duration limit) {
        return Duration.between(since, now).compareTo(limit) > 0;
    }

    /// @return until when it is the others' turn
    Instant end(Instant now) {
        Duration doubled = length.multipliedBy(2);
        length = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
        return now.plus(others);
    }
}
