package io.shardstream.control.run;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.source.GlobalCheckpoints;
import io.shardstream.control.state.Behind;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// The lag by the highest numbers that the source tells: what is acknowledged and not settled yet cannot be
/// read, and is not in the target all the same. Used by one thread.
public final class SourceLag implements OperationLag {
    /// Longer than writes under way take to be on all copies.
    static final Duration STANDING = Duration.ofSeconds(3);

    private final Reaches reaches;
    private final String index;
    private final LongSupplier nanoTime;
    private final Map<Integer, Stood> stood = new HashMap<>();

    /// Tells how far the source is.
    @FunctionalInterface
    interface Reaches {
        GlobalCheckpoints.Reach now() throws ElasticException;
    }

    /// The checkpoint of a shard that has more, and since when it is that.
    private record Stood(long settled, long since) {}

    public SourceLag(ElasticCluster source, RunPlan plan) {
        this(
                () -> GlobalCheckpoints.reach(source, plan.sourceIndex(), plan.sourceShards()),
                plan.sourceIndex(),
                System::nanoTime);
    }

    SourceLag(Reaches reaches, String index, LongSupplier nanoTime) {
        this.reaches = reaches;
        this.index = index;
        this.nanoTime = nanoTime;
    }

    @Override
    public Optional<Behind> of(RunState state) {
        if (!state.goalIsRead()) {
            return Optional.empty();
        }
        try {
            return Optional.of(behind(reaches.now(), state));
        } catch (ElasticException | RunRefusedException e) {
            return Optional.empty();
        }
    }

    private Behind behind(GlobalCheckpoints.Reach now, RunState state) {
        List<Long> byShard = new ArrayList<>();
        long unsettled = 0;
        int first = -1;
        for (int shard = 0; shard < now.highest().size(); shard++) {
            long highest = now.highest().get(shard);
            long settled = now.settled().get(shard);
            byShard.add(Math.max(0, highest - state.done(shard)));
            if (stands(shard, settled, highest)) {
                unsettled += highest - settled;
                first = first < 0 ? shard : first;
            }
        }
        long operations = byShard.stream().mapToLong(Long::longValue).sum();
        return new Behind(operations, unsettled == 0 ? "" : why(unsettled, first), byShard, Optional.empty());
    }

    private boolean stands(int shard, long settled, long highest) {
        if (settled >= highest) {
            stood.remove(shard);
            return false;
        }
        long time = nanoTime.getAsLong();
        Stood now = stood.merge(
                shard, new Stood(settled, time), (before, seen) -> before.settled() == settled ? before : seen);
        return time - now.since() >= STANDING.toNanos();
    }

    private String why(long unsettled, int shard) {
        return NumberText.of(unsettled, "operation") + " cannot be read before the source has settled them, in shard "
                + shard + " of '" + index + "' first, which waits for index.translog.sync_interval (with"
                + " index.translog.durability: async) or for a replica that does not answer";
    }
}
