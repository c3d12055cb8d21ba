package io.shardstream.control.console;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.console.view.Progress;
import io.shardstream.control.state.RunState;

/// Told how far a run is, once a second, by one thread.
@FunctionalInterface
public interface ProgressListener {
    /// @param state from which the progress was made
    /// @param said what the control topic says
    void told(Progress progress, RunState state, ControlRecords said);
}
