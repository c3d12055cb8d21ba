package io.shardstream.control.run.plan;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.SourceTerms;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.AliasKind;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.common.shard.OwnAliases;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.HttpScannedShard;
import io.shardstream.control.compare.scan.ScanPace;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.index.source.GlobalCheckpoints;
import io.shardstream.control.index.target.TargetMark;
import io.shardstream.control.state.KnownRun;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Lets a run begin with a target that another run has filled whose Kafka is gone for good. What the target
/// holds of the same history of the same source stays, and what is missing, too old or too much is found by
/// comparing ([io.shardstream.common.contract.record.Adopted]).
final class Adoption {
    /// Bodies are not read here.
    private static final long NO_BODY = 1;
    /// Shards that are searched at the same time, as in a sweep.
    private static final int AT_ONCE = 4;

    private final ElasticCluster source;
    private final ElasticCluster target;
    private final boolean mayRefreshSource;
    private final Asking asking;
    private final Sleeper sleeper;
    private final Function<Side, ScanPace> paces;

    /// @param paces how fast each side may be searched
    public Adoption(
            ElasticCluster source,
            ElasticCluster target,
            boolean mayRefreshSource,
            Sleeper sleeper,
            Function<Side, ScanPace> paces) {
        this.paces = paces;
        this.source = source;
        this.target = target;
        this.mayRefreshSource = mayRefreshSource;
        this.sleeper = sleeper;
        this.asking = new Asking(sleeper, AT_ONCE);
    }

    /// A target that can be adopted.
    ///
    /// @param index the target
    /// @param mark says which source it is a copy of
    /// @param starts by source shard, where reading begins
    /// @param documents that it holds of what is to be copied
    /// @param highest by its shard, the highest sequence number right before it was examined
    public record Found(
            IndexDescription index, TargetMark mark, List<Start> starts, long documents, List<Long> highest) {
        public Found {
            starts = List.copyOf(starts);
            highest = List.copyOf(highest);
        }

        /// The source's terms when the target was made: where they are others now, bytes are compared too.
        public SourceTerms terms() {
            return new SourceTerms(mark.terms());
        }

        /// By source shard, the checkpoints by which readers begin.
        public List<Checkpoint> checkpoints(String docsTopicId) {
            return starts.stream()
                    .map(start -> start.checkpoint(docsTopicId, mark.sourceUuid()))
                    .toList();
        }

        /// For the control topic, by key: in which lineage a shard is read, where it is not the first.
        /// Whoever has lost the checkpoints would begin there, below everything that the target holds.
        ///
        /// @param goals by source shard, the number that is to be read
        public Map<String, byte[]> lineages(List<Long> goals) {
            Map<String, byte[]> records = new HashMap<>();
            for (int shard = 0; shard < starts.size(); shard++) {
                Start start = starts.get(shard);
                if (start.lineage() > VersionWord.FIRST_LINEAGE) {
                    records.put(
                            AcceptedHistory.key(shard),
                            new AcceptedHistory(shard, start.historyUuid(), start.lineage(), goals.get(shard))
                                    .encode());
                }
            }
            return records;
        }
    }

    /// Looks whether a target can be adopted. Changes nothing.
    ///
    /// @throws RunRefusedException if it cannot be
    /// @throws ElasticException if source or target cannot be asked
    public Found examine(
            IndexDescription from, IndexDescription to, VersionMode versions, KafkaConnection kafka, RunTopics topics)
            throws ElasticException {
        TargetMark mark = AdoptionRules.markOf(from, to, versions);
        OwnAliases aliases = OwnAliases.among(to.aliases());
        AdoptionRules.requireCopying(to.name(), aliases);
        requireFree(from);
        aliases.runs().forEach(run -> requireLost(run, to, kafka, topics));
        List<Long> highest = GlobalCheckpoints.readHighest(target, to.name(), to.shards());
        try {
            FoundWords words = FoundWords.in(
                    shards(Side.TARGET, new IndexShards(target, "target", to.name(), to.uuid()), to),
                    to.name(),
                    from.shards(),
                    asking);
            return new Found(to, mark, starts(from, mark, words), words.count(), highest);
        } catch (NotPrimaryException e) {
            throw new RunRefusedException("A shard cannot be read: " + e.getMessage() + ". Try again when both indices"
                    + " are at least yellow. Nothing was changed.");
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static void requireLost(String run, IndexDescription to, KafkaConnection kafka, RunTopics topics) {
        if (!run.equals(topics.run())) {
            AdoptionRules.requireLost(run, to, KnownRun.prepared(kafka, new RunTopics(run)));
        }
    }

    private List<Start> starts(IndexDescription from, TargetMark mark, FoundWords words)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<ScannedShard> shards = shards(
                Side.SOURCE, new IndexShards(source, "source", from.name(), from.uuid(), mayRefreshSource), from);
        List<Start> starts = new ArrayList<>();
        asking.all(
                IntStream.range(0, shards.size())
                        .<Asking.Errand<Start>>mapToObj(shard -> each -> Start.of(
                                shard,
                                shards.get(shard),
                                from.name(),
                                mark,
                                words.shards().get(shard),
                                each))
                        .toList(),
                shards.size(),
                starts::add);
        return starts;
    }

    private List<ScannedShard> shards(Side side, IndexShards shards, IndexDescription index) {
        ScanPace pace = paces.apply(side);
        return IntStream.range(0, index.shards())
                .<ScannedShard>mapToObj(shard -> new HttpScannedShard(shards, pace, index.name(), shard, NO_BODY))
                .toList();
    }

    /// The block of a cut-over is given back by hand first, as its token is.
    private void requireFree(IndexDescription from) throws ElasticException {
        if (OwnAliases.among(from.aliases()).has(AliasKind.BLOCK)
                && new HttpClusterSwitch(source).writeBlock(from.name()) != WriteBlock.NONE) {
            throw new RunRefusedException("Source index '" + from.name() + "' is blocked for writes by a run that was"
                    + " cutting over. Lift the block first, as docs/emergency.md says. Nothing was changed.");
        }
    }

    /// Takes the target away from every other run.
    ///
    /// @param alias through which only this run writes
    /// @param topics of this run
    /// @throws RunRefusedException if another run goes on, or a process of it goes on writing
    public void fence(Found found, String alias, KafkaConnection kafka, RunTopics topics) throws ElasticException {
        IndexDescription to = found.index();
        try {
            new LostRunFence(
                            new HttpClusterSwitch(target),
                            run -> requireLost(run, to, kafka, topics),
                            () -> GlobalCheckpoints.readHighest(target, to.name(), to.shards())
                                    .equals(found.highest()),
                            sleeper)
                    .close(to.name(), alias);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static RunRefusedException interrupted() {
        Thread.currentThread().interrupt();
        return new RunRefusedException("The target was not adopted: this process was told to stop.");
    }
}
