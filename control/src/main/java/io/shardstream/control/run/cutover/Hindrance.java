package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.pace.LimitsInForce;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.Comparator;
import java.util.Optional;

/// What keeps a run from going on until somebody says so: it is stopped, one of its processes waits, it is
/// paused, or throttled to nothing. Whoever is told that the run goes on, or to wait for it, would wait in
/// vain.
final class Hindrance {
    private Hindrance() {}

    /// What it is and what to do, as sentences; empty if nothing is known of. Nobody is kept from an abort by
    /// a record that cannot be read: it is what is said then.
    static Optional<String> of(ControllerEpoch term) {
        try {
            return said(term);
        } catch (BlockedException e) {
            return Optional.of("Whether the run goes on is not known. " + e.getMessage());
        }
    }

    private static Optional<String> said(ControllerEpoch term) {
        return term.all(Blocked.KEY_PREFIX, Blocked::decode).stream()
                .min(Comparator.comparing(Blocked::isOfProcess).thenComparing(Blocked::since))
                .map(blocked -> (blocked.isOfProcess()
                                ? "The run may not go on, as a " + blocked.part() + " waits for somebody to look: "
                                : "The run is stopped: ")
                        + FullStop.of(blocked.reason()))
                .or(() -> term.read(Pause.KEY, Pause::decode).map(_ -> "The run is paused: 'resume' lets it go on."))
                .or(() -> LimitsInForce.ofRun(term.now(), Throttle.NONE)
                                .mayWork(term.clock().instant())
                        ? Optional.empty()
                        : Optional.of("The run may do nothing at this time by its throttle: 'throttle' shows its limits"
                                + " and changes them."));
    }
}
