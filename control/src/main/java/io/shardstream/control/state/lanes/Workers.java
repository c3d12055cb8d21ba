package io.shardstream.control.state.lanes;

import java.util.ArrayList;
import java.util.List;

/// Who reads and writes, as far as the groups in Kafka know: one that died is counted until its session ends.
///
/// @param readers processes that read, at least 0
/// @param writers processes that write, at least 0
public record Workers(int readers, int writers) {
    /// What is missing so that the run can go on, as sentences; empty if nothing is.
    public List<String> missing() {
        List<String> missing = new ArrayList<>();
        if (readers == 0) {
            missing.add("no reader is at work: 'run' or 'reader' starts one");
        }
        if (writers == 0) {
            missing.add("no writer is at work: 'run' or 'writer' starts one");
        }
        return missing;
    }
}
