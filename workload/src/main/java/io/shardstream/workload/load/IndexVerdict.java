package io.shardstream.workload.load;

import java.util.List;
import java.util.Map;

/// What a load's log says of an index.
///
/// @param judged ids of the load, there or not
/// @param found how many of them are there
/// @param doubtful ids with an operation of unknown outcome, so that two states are allowed
/// @param faults how many documents are wrong in each way
/// @param samples some of them, in words
public record IndexVerdict(long judged, long found, long doubtful, Map<Fault, Long> faults, List<String> samples) {
    public boolean isClean() {
        return faults.isEmpty();
    }

    public long count(Fault fault) {
        return faults.getOrDefault(fault, 0L);
    }
}
