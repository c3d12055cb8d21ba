package io.shardstream.control.state.controller;

import io.shardstream.common.kafka.ControlRecords;
import java.util.Optional;

/// For how long a process controls a run that was chosen for it, and whether it goes on with what others have
/// begun.
public interface Tenure {
    /// Until it is told to stop or another one is chosen.
    Tenure FOR_GOOD = new Tenure() {
        @Override
        public Optional<String> leaving() {
            return Optional.empty();
        }

        @Override
        public boolean goesOn(ControlRecords now) {
            return true;
        }
    };

    /// Why it takes back each cut-over or rollback that it finds, as part of a sentence; empty if it goes on
    /// with them.
    Optional<String> leaving();

    /// Whether there is anything for it to do. Asked after the take-over and after each thing that was done.
    ///
    /// @param now what the control topic says
    boolean goesOn(ControlRecords now);
}
