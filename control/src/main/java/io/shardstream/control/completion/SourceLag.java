package io.shardstream.control.completion;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.record.RunPlan;
import io.shardstream.control.refusal.RunRefusedException;
import io.shardstream.control.source.GlobalCheckpoints;
import io.shardstream.control.state.RunState;
import java.util.List;
import java.util.OptionalLong;

/// The lag by the global checkpoints that the source tells.
final class SourceLag implements Lag {
    private final ElasticCluster source;
    private final RunPlan plan;

    SourceLag(ElasticCluster source, RunPlan plan) {
        this.source = source;
        this.plan = plan;
    }

    @Override
    public OptionalLong of(RunState state) {
        if (!state.goalIsRead()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(
                    behind(GlobalCheckpoints.read(source, plan.sourceIndex(), plan.sourceShards()), state));
        } catch (ElasticException | RunRefusedException e) {
            return OptionalLong.empty();
        }
    }

    /// @param checkpoints by source shard
    static long behind(List<Long> checkpoints, RunState state) {
        long lag = 0;
        for (int shard = 0; shard < checkpoints.size(); shard++) {
            lag += Math.max(0, checkpoints.get(shard) - state.done(shard));
        }
        return lag;
    }
}
