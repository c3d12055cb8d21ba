package io.shardstream.control.compare.version;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceReading;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.control.compare.scan.DocumentBodies;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.LiveDocuments;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.sweep.SweepOptions;
import io.shardstream.control.compare.sweep.SweepReport;
import io.shardstream.control.state.NotedRejects;
import io.shardstream.control.state.RejectOrder;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.lanes.Lanes;
import io.shardstream.control.state.lanes.Workers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Sweeps an index that is as large as its arguments say and that nobody holds: its numbers are worked out as
/// they are asked for. Six numbers of ten are live. Of every [#EVERY]th live one the source has lost the
/// document, which the sweep must find. A program of its own, so that a test can give it a heap.
final class ManyDocuments {
    static final long EVERY = 10_000_019;
    private static final CopyIdentity IDENTITY = new CopyIdentity(1, "a", "u", "h");

    private final int shards;
    private final int targetShards;
    private final long span;
    private long reads;

    private ManyDocuments(long documents, int shards, int targetShards) {
        this.shards = shards;
        this.targetShards = targetShards;
        this.span = documents * 10 / 6 / shards;
    }

    /// @param arguments documents, source shards, target shards
    public static void main(String[] arguments) throws Exception {
        ManyDocuments all = new ManyDocuments(
                Long.parseLong(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        SweepReport report = all.sweep();
        long expected = IntStream.range(0, all.shards)
                .mapToLong(shard -> LongStream.range(0, all.span)
                        .filter(number -> all.isInTarget(shard, number) && !all.isInSource(shard, number))
                        .count())
                .sum();
        System.out.printf(
                "compared=%d rounds=%d deleted=%d expected=%d%n",
                report.compared(), all.reads / targetShards(arguments), report.deleted(), expected);
    }

    private static int targetShards(String[] arguments) {
        return Integer.parseInt(arguments[2]);
    }

    private SweepReport sweep() throws Exception {
        RunPlan plan = new RunPlan(
                "many",
                "s",
                shards,
                "many-v2",
                "t",
                new ShardRouting(targetShards, targetShards, 1),
                "Shardstream-x",
                "docs",
                1000,
                Collections.nCopies(shards, 0L),
                0,
                new SourceReading(VersionMode.SEQNO, false, true));
        ComparedRun run = new ComparedRun(
                plan,
                IntStream.range(0, shards)
                        .<ScannedShard>mapToObj(SourceShard::new)
                        .toList(),
                IntStream.range(0, targetShards)
                        .<ScannedShard>mapToObj(TargetShard::new)
                        .toList(),
                new DrainedLanes(plan),
                () -> {});
        return new Sweep(run, InstantSource.system(), _ -> {}, ComparisonRounds.MOST_BYTES)
                .run(SweepOptions.last(Duration.ofMinutes(1)), _ -> {});
    }

    private boolean isInTarget(int shard, long number) {
        long mixed = (number * 1024 + shard) * 0x9e3779b97f4a7c15L;
        return (mixed >>> 33) % 10 < 6;
    }

    private boolean isInSource(int shard, long number) {
        return isInTarget(shard, number) && (number * shards + shard) % EVERY != 0;
    }

    /// What both sides say of themselves.
    private abstract static class Shard implements ScannedShard, ScannedCopy {
        private long refreshes;

        abstract long highest();

        @Override
        public ScannedCopy locate() {
            return this;
        }

        @Override
        public ElectedPrimary elected() {
            return new ElectedPrimary(IDENTITY.term(), IDENTITY.allocationId(), false);
        }

        @Override
        public CopyIdentity identity() {
            return IDENTITY;
        }

        @Override
        public CopyNumbers numbers() {
            return new CopyNumbers(IDENTITY, highest(), highest(), refreshes);
        }

        @Override
        public void refresh() {
            refreshes++;
        }

        @Override
        public int maxResultWindow() {
            return 10_000;
        }

        @Override
        public String where() {
            return "nowhere";
        }

        @Override
        public long countLive(long above, long upTo) {
            return (upTo - above) * 6 / 10;
        }

        @Override
        public List<DocumentName> named(Collection<Long> seqNos) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<DocumentName> withIds(Collection<Bytes> ids) {
            return List.of();
        }

        @Override
        public void bodies(Collection<Bytes> ids, DocumentBodies sink) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long deletes() {
            return 1;
        }
    }

    private final class SourceShard extends Shard {
        private final int shard;

        SourceShard(int shard) {
            this.shard = shard;
        }

        @Override
        long highest() {
            return span - 1;
        }

        @Override
        public void forEachLive(long above, long upTo, LiveDocuments sink) {
            for (long number = above + 1; number <= upTo; number++) {
                if (isInSource(shard, number)) {
                    sink.accept(number, 1);
                }
            }
        }
    }

    /// Holds the documents of all source shards whose number leaves this remainder; its own numbers are given
    /// out in the order of theirs.
    private final class TargetShard extends Shard {
        private final int shard;

        TargetShard(int shard) {
            this.shard = shard;
        }

        @Override
        long highest() {
            return span * shards;
        }

        @Override
        public void forEachLive(long above, long upTo, LiveDocuments sink) {
            reads++;
            for (long number = shard; number < span; number += targetShards) {
                for (int of = 0; of < shards; of++) {
                    if (isInTarget(of, number)) {
                        sink.accept(number * shards + of, word(of, number));
                    }
                }
            }
        }

        @Override
        public List<DocumentName> named(Collection<Long> seqNos) {
            return seqNos.stream()
                    .map(own -> new DocumentName(
                            Bytes.utf8("d" + own), null, own, word((int) (own % shards), own / shards)))
                    .collect(Collectors.toCollection(ArrayList::new));
        }

        private static long word(int of, long number) {
            return new VersionWord(VersionWord.FIRST_LINEAGE, of, number).value();
        }
    }

    /// Everything is read and written.
    private final class DrainedLanes implements Lanes {
        private final RunPlan plan;

        DrainedLanes(RunPlan plan) {
            this.plan = plan;
        }

        @Override
        public RunState state() {
            Map<Integer, Checkpoint> done = IntStream.range(0, shards)
                    .boxed()
                    .collect(Collectors.toMap(
                            shard -> shard,
                            _ -> new Checkpoint("docs", "u", "h", VersionWord.FIRST_LINEAGE, span - 1, 1, 1)));
            List<Long> none = Collections.nCopies(targetShards, 0L);
            return new RunState(plan, done, none, none, 0);
        }

        @Override
        public List<Long> publish(List<DocRecord> records) {
            return Collections.nCopies(records.size(), 0L);
        }

        @Override
        public void note(List<RejectRecord> records) {
            throw new UnsupportedOperationException();
        }

        @Override
        public NotedRejects rejects() {
            return NotedRejects.of(new RejectOrder(VersionMode.SEQNO), _ -> {});
        }

        @Override
        public void forEachReject(ObjIntConsumer<RejectRecord> sink) {}

        @Override
        public Workers workers() {
            return new Workers(1, 1);
        }

        @Override
        public long replays() {
            return 0;
        }
    }
}
