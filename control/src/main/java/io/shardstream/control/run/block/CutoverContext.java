package io.shardstream.control.run.block;

import io.shardstream.common.loop.Sleeper;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.target.FollowedMapping;
import io.shardstream.control.run.equality.Equality;
import io.shardstream.control.state.lanes.Lanes;
import java.util.List;

/// Everything that the switching of a run reaches: two real implementations of each, by HTTP and Kafka
/// here, and in memory for the simulation.
///
/// @param run the run's name, which its bulks carry as `X-Opaque-Id`
/// @param source the cluster of the source
/// @param target the cluster of the target
/// @param sourceShards its shards, in order
/// @param targetShards its shards, in order
/// @param lanes between them
/// @param equality compares them
/// @param settings what the run file says
/// @param mapping the target's, which follows the source's
/// @param sleeper how to wait
/// @param runs those of the same Kafka
public record CutoverContext(
        String run,
        ClusterSwitch source,
        ClusterSwitch target,
        List<ScannedShard> sourceShards,
        List<ScannedShard> targetShards,
        Lanes lanes,
        Equality equality,
        Settings settings,
        FollowedMapping mapping,
        Sleeper sleeper,
        KnownRuns runs) {
    /// Of a run that carries no mapping, and asks for no other run.
    public CutoverContext(
            String run,
            ClusterSwitch source,
            ClusterSwitch target,
            List<ScannedShard> sourceShards,
            List<ScannedShard> targetShards,
            Lanes lanes,
            Equality equality,
            Settings settings,
            Sleeper sleeper) {
        this(
                run,
                source,
                target,
                sourceShards,
                targetShards,
                lanes,
                equality,
                settings,
                FollowedMapping.NONE,
                sleeper,
                KnownRuns.NONE);
    }

    public CutoverContext {
        sourceShards = List.copyOf(sourceShards);
        targetShards = List.copyOf(targetShards);
    }
}
