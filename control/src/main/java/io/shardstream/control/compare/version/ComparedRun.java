package io.shardstream.control.compare.version;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.HttpScannedShard;
import io.shardstream.control.compare.scan.ScanPace;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.state.lanes.Lanes;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Both ends of a run and what lies between.
///
/// @param plan the run's plan
/// @param source the source's shards, in their order
/// @param target the target's shards, in their order
/// @param lanes its lanes
/// @param sight whether all of both sides is seen, and no other run owns the target
/// @param atOnce how many shards of a side may be searched at the same time
public record ComparedRun(
        RunPlan plan, List<ScannedShard> source, List<ScannedShard> target, Lanes lanes, WholeSight sight, int atOnce) {
    /// One of each node: more nodes than that hardly make a comparison quicker that takes what they say in
    /// one process.
    private static final int AT_ONCE = 4;

    /// One shard after the other.
    public ComparedRun(
            RunPlan plan, List<ScannedShard> source, List<ScannedShard> target, Lanes lanes, WholeSight sight) {
        this(plan, source, target, lanes, sight, 1);
    }

    /// Both ends as real clusters, whose nodes are asked over HTTP.
    ///
    /// @param mayRefreshSource whether refreshes of the source may be asked for
    /// @param paces how fast each side may be searched
    public static ComparedRun of(
            RunPlan plan,
            ElasticCluster source,
            ElasticCluster target,
            boolean mayRefreshSource,
            Lanes lanes,
            Function<Side, ScanPace> paces) {
        IndexShards from = new IndexShards(source, "source", plan.sourceIndex(), plan.sourceUuid(), mayRefreshSource);
        IndexShards to = new IndexShards(target, "target", plan.targetIndex(), plan.targetUuid());
        return new ComparedRun(
                plan,
                shards(
                        from,
                        paces.apply(Side.SOURCE),
                        plan.sourceIndex(),
                        plan.sourceShards(),
                        plan.maxDocumentBytes()),
                shards(
                        to,
                        paces.apply(Side.TARGET),
                        plan.targetIndex(),
                        plan.targetRouting().shards(),
                        plan.maxDocumentBytes()),
                lanes,
                WholeSight.of(source, plan.sourceIndex())
                        .and(WholeSight.of(target, plan.targetIndex()))
                        .and(SoleOwner.of(target, plan.targetIndex(), TargetOwner.planned(plan))),
                AT_ONCE);
    }

    /// Which versions the target's documents have.
    public VersionMode versions() {
        return plan.reading().versions();
    }

    /// The version that readers publish a document of the source with, which its rejects have too. Where
    /// documents are only created, the target gives them other ones.
    public long versionOf(SourceWords words, DocumentName name) {
        return switch (versions()) {
            case SEQNO, CREATE -> words.word(name.seqNo());
            case SOURCE -> name.version();
        };
    }

    private static List<ScannedShard> shards(
            IndexShards shards, ScanPace pace, String index, int count, long maxDocumentBytes) {
        return IntStream.range(0, count)
                .<ScannedShard>mapToObj(shard -> new HttpScannedShard(shards, pace, index, shard, maxDocumentBytes))
                .toList();
    }

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
