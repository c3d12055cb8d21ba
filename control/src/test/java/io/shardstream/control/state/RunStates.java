package io.shardstream.control.state;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.routing.ShardRouting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// States of a run of two source shards, with goals 9 and 4, into two lanes.
public final class RunStates {
    public static final RunPlan PLAN = new RunPlan(
            "cities",
            "s",
            2,
            "cities-v2",
            "t",
            new ShardRouting(2, 1024, 1),
            "Shardstream-x",
            "docs",
            1000,
            List.of(9L, 4L),
            15);

    private RunStates() {}

    /// @param done per source shard; null for a shard that was not begun
    public static RunState state(List<Long> done, List<Long> ends, List<Long> committed) {
        return state(done, ends, committed, 0);
    }

    public static RunState state(List<Long> done, List<Long> ends, List<Long> committed, long rejected) {
        Map<Integer, Checkpoint> checkpoints = new HashMap<>();
        for (int shard = 0; shard < done.size(); shard++) {
            long docs = done.get(shard) + 1;
            if (docs > 0) {
                checkpoints.put(shard, new Checkpoint("docs", "s", "h", 1, docs - 1, docs, docs * 100));
            }
        }
        return new RunState(PLAN, checkpoints, ends, committed, rejected);
    }
}
