package io.shardstream.control.counting;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.sweep.Baseline;
import io.shardstream.control.state.NotedRejects;
import io.shardstream.control.state.RejectOrder;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.lanes.Lanes;
import io.shardstream.control.state.lanes.Workers;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/// What stands between control and both sides and says something else than they do, so that a comparison that keeps a
/// rule in fact breaks it.
final class BrokenSides {
    private final CountedWorld world;
    private final @Nullable CountingRule off;
    private final Map<Integer, List<Stored>> sourceBefore = new HashMap<>();
    private Optional<Baseline> known = Optional.empty();
    private CountingRule.Scope now = CountingRule.Scope.SWEEP;

    /// @param off the rule that is broken, null for none
    BrokenSides(CountedWorld world, @Nullable CountingRule off) {
        this.world = world;
        this.off = off;
    }

    /// Whether the rule is broken in what control does at the moment.
    boolean isOff(CountingRule rule) {
        return off == rule && (rule.scope() == CountingRule.Scope.ALL || rule.scope() == now);
    }

    /// Whether one of two rules is, which are one of comparisons and one of sweeps.
    boolean isOff(CountingRule ofComparison, CountingRule ofSweep) {
        return isOff(ofComparison) || isOff(ofSweep);
    }

    /// A sweep or a comparison begins.
    void begin(CountingRule.Scope what) {
        now = what;
    }

    /// What is counted against from now on.
    void count(Optional<Baseline> baseline) {
        known = baseline;
    }

    Optional<Baseline> known() {
        return known;
    }

    ScannedShard source(int number, CountedShardModel shard) {
        return off == null ? shard : new Shard(shard, true, number);
    }

    ScannedShard target(int number, CountedShardModel shard) {
        return off == null ? shard : new Shard(shard, false, number);
    }

    private final class Shard implements ScannedShard {
        private final CountedShardModel shard;
        private final boolean isSource;
        private final int number;

        Shard(CountedShardModel shard, boolean isSource, int number) {
            this.shard = shard;
            this.isSource = isSource;
            this.number = number;
        }

        @Override
        public ScannedCopy locate() {
            return new BrokenShardModel(BrokenSides.this, shard.locate(), isSource, number);
        }

        @Override
        public ElectedPrimary elected() {
            ElectedPrimary elected =
                    isOff(CountingRule.PRIMARIES, CountingRule.SWEEP_PRIMARIES) ? shard.claimed() : shard.elected();
            return new ElectedPrimary(
                    hidesTerm(isSource) ? 1 : elected.term(),
                    elected.allocationId(),
                    elected.moves() && !isOff(CountingRule.MOVES, CountingRule.SWEEP_MOVES));
        }
    }

    boolean hidesTerm(boolean isSource) {
        return isOff(isSource ? CountingRule.SOURCE_TERM : CountingRule.TARGET_TERM);
    }

    boolean hidesProcess(boolean isSource) {
        return isOff(CountingRule.LINEAGE) || (!isSource && isOff(CountingRule.TARGET_PROCESS));
    }

    // ---- what is true of both sides, for who says something else

    /// The words of the source's documents, with their names.
    Map<Long, Stored> sourceWords() {
        Map<Long, Stored> words = new HashMap<>();
        for (int shard = 0; shard < world.source().size(); shard++) {
            for (Stored document : world.source().get(shard).documents()) {
                words.put(world.pipeline().word(shard, document.seqNo()), document);
            }
        }
        return words;
    }

    boolean isForeign(long version) {
        return VersionWord.isForeign(version, world.source().size());
    }

    long sourceDocuments() {
        return world.source().stream()
                .mapToLong(shard -> shard.documents().size())
                .sum();
    }

    /// A document of the target that has this word.
    Optional<Stored> inTarget(long word) {
        return world.target().shards().stream()
                .flatMap(shard -> shard.documents().stream())
                .filter(document -> document.version() == word)
                .findFirst();
    }

    /// Words of a target shard that stand in an earlier one too.
    Set<Long> wordsBefore(int shard) {
        Set<Long> words = new HashSet<>();
        for (ModelShard before : world.target().shards().subList(0, shard)) {
            before.documents().forEach(document -> words.add(document.version()));
        }
        return words;
    }

    /// The source as it is before the target is counted.
    void noteSource() {
        for (int shard = 0; shard < world.source().size(); shard++) {
            sourceBefore.putIfAbsent(shard, world.source().get(shard).documents());
        }
    }

    Optional<List<Stored>> takeNoted(int shard) {
        return Optional.ofNullable(sourceBefore.remove(shard));
    }

    // ---- lanes

    Lanes lanes(Lanes lanes) {
        return off == null ? lanes : new BrokenLanes(lanes);
    }

    private final class BrokenLanes implements Lanes {
        private final Lanes lanes;

        BrokenLanes(Lanes lanes) {
            this.lanes = lanes;
        }

        @Override
        public RunState state() {
            RunState state = lanes.state();
            if (isOff(CountingRule.DRAINED, CountingRule.SWEEP_DRAINED)) {
                return drained(state);
            }
            return isOff(CountingRule.LINEAGE) && known.isPresent() ? inLineagesOf(known.get(), state) : state;
        }

        /// As if everything was read and written.
        private RunState drained(RunState state) {
            Map<Integer, Checkpoint> checkpoints = new HashMap<>();
            state.checkpoints().forEach((shard, of) -> {
                ModelShard source = world.source().get(shard);
                checkpoints.put(shard, with(of, of.lineage(), source.maxSeqNo(source.primary())));
            });
            return new RunState(state.plan(), checkpoints, state.ends(), state.ends(), state.rejected(), state.goals());
        }

        /// As if no other history had been accepted since.
        private static RunState inLineagesOf(Baseline baseline, RunState state) {
            Map<Integer, Checkpoint> checkpoints = new HashMap<>();
            state.checkpoints()
                    .forEach((shard, of) -> checkpoints.put(
                            shard, with(of, baseline.source().get(shard).lineage(), of.done())));
            return new RunState(
                    state.plan(),
                    checkpoints,
                    state.ends(),
                    state.committed(),
                    state.rejected(),
                    Collections.nCopies(state.goals().size(), -1L));
        }

        private static Checkpoint with(Checkpoint of, int lineage, long done) {
            return new Checkpoint(of.docsTopicId(), of.indexUuid(), of.historyUuid(), lineage, done, 0, 0);
        }

        @Override
        public List<Long> publish(List<DocRecord> records) {
            return lanes.publish(records);
        }

        @Override
        public void note(List<RejectRecord> records) {
            lanes.note(records);
        }

        @Override
        public NotedRejects rejects() {
            return isOff(CountingRule.REJECT_BLOCKS)
                    ? NotedRejects.of(new RejectOrder(VersionMode.SEQNO), _ -> {})
                    : lanes.rejects();
        }

        @Override
        public void forEachReject(ObjIntConsumer<RejectRecord> sink) {
            lanes.forEachReject(sink);
        }

        @Override
        public Workers workers() {
            return lanes.workers();
        }

        @Override
        public long replays() {
            return lanes.replays();
        }
    }

    /// Whether a word is one that the baseline calls old.
    boolean isOld(long version) {
        return known.filter(baseline -> baseline.isWord(version) && !baseline.isNewer(VersionWord.of(version)))
                .isPresent();
    }

    /// Whether a word is one that the baseline calls new.
    boolean isNew(long version) {
        return known.filter(baseline -> baseline.isWord(version) && baseline.isNewer(VersionWord.of(version)))
                .isPresent();
    }

    /// Whether a word was too much at the baseline.
    boolean wasTooMuch(long version) {
        return known.filter(baseline -> baseline.gone().contains(version)).isPresent();
    }

    /// Whether an own number of a target shard is above what the baseline looked at.
    boolean isBehindMark(int shard, long seqNo) {
        return known.filter(baseline -> seqNo > baseline.target().get(shard).number())
                .isPresent();
    }

    /// Whether the baseline had the number of this word live.
    boolean wasLive(long version) {
        return known.filter(baseline -> baseline.isWord(version)
                        && baseline.source()
                                .get(VersionWord.of(version).sourceShard())
                                .contains(VersionWord.of(version).seqNo()))
                .isPresent();
    }
}
