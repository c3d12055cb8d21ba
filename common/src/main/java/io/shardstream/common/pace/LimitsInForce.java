package io.shardstream.common.pace;

import io.shardstream.common.contract.record.GuardOff;
import io.shardstream.common.contract.record.Objective;
import io.shardstream.common.contract.record.RunFileThrottle;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.kafka.ControlRecords;
import java.util.Optional;

/// The limits that hold for a run now: those of the control topic, or of the run file where that says
/// nothing.
public final class LimitsInForce {
    private LimitsInForce() {}

    /// The limits of the run as whoever has a run file of its own is to see them, and to change them: until
    /// somebody says otherwise those of the process that controls it.
    ///
    /// @param said what the control topic says
    /// @param fromOwnFile what is taken for them where that process has not noted its own
    public static Throttle ofRun(ControlRecords said, Throttle fromOwnFile) {
        return of(said, byFile(said).orElse(fromOwnFile));
    }

    /// What the run file of the process that controls the run says; empty where none has noted it.
    public static Optional<Throttle> byFile(ControlRecords said) {
        return said.of(RunFileThrottle.KEY, RunFileThrottle::decode).map(RunFileThrottle::throttle);
    }

    /// With an objective that is off if somebody has said so: in the run file, by a command, or by a command
    /// of a version that could not say it, which took away the objective of the run file. Once a command has
    /// said anything, the run file that counts for that is the one of the process that controls the run, so
    /// that all processes guard production alike.
    ///
    /// @param said what the control topic says
    /// @param fromRunFile what holds until somebody says otherwise, and is taken for the run's where the
    ///     process that controls it has not noted its own
    public static Throttle of(ControlRecords said, Throttle fromRunFile) {
        Optional<Throttle> set = said.of(Throttle.KEY, Throttle::decode);
        if (set.isEmpty() || set.get().objective().isSet()) {
            return set.orElse(fromRunFile);
        }
        Objective before = byFile(said).orElse(fromRunFile).objective();
        boolean isOff = before.isOff()
                || before.isSet()
                || said.of(GuardOff.KEY, GuardOff::decode).isPresent();
        return isOff ? set.get().with(Objective.OFF) : set.get();
    }
}
