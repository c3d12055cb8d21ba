package io.shardstream.control.words;

import io.shardstream.common.record.RunPlan;
import io.shardstream.control.lanes.Lanes;
import io.shardstream.control.scan.ScannedShard;
import java.util.List;

/// Both ends of a run and what lies between.
///
/// @param plan the run's plan
/// @param source the source's shards, in their order
/// @param target the target's shards, in their order
/// @param lanes its lanes
public record ComparedRun(RunPlan plan, List<ScannedShard> source, List<ScannedShard> target, Lanes lanes) {
    public ComparedRun {
        source = List.copyOf(source);
        target = List.copyOf(target);
        if (source.size() != plan.sourceShards()
                || target.size() != plan.targetRouting().shards()) {
            throw new IllegalArgumentException("the plan is about " + plan.sourceShards() + " and "
                    + plan.targetRouting().shards() + " shards, got " + source.size() + " and " + target.size());
        }
    }
}
