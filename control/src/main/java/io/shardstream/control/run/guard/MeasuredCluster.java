package io.shardstream.control.run.guard;

import io.shardstream.common.contract.record.Side;
import java.util.List;
import java.util.function.ToIntFunction;

/// One cluster of a run, whose data nodes are measured.
///
/// @param sides that it is, at least one
/// @param shares in which processes use the rate of a side
/// @param production how it fares there
record MeasuredCluster(List<Side> sides, ToIntFunction<Side> shares, ProductionNodes production) {
    MeasuredCluster {
        sides = List.copyOf(sides);
    }
}
