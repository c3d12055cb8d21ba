package io.shardstream.control.state;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.RunPlan;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// How far a run is, as Kafka says at one moment.
///
/// @param plan the run's plan
/// @param checkpoints by source shard, `done` of another docs topic counted as -1; a shard that has none was
///     not begun
/// @param ends by lane, the docs topic's end offset
/// @param committed by lane, the offset below which every record has its outcome; 0 before the first commit
/// @param rejected documents that the target refused in their newest state, and has not taken since
/// @param underReplay those among them that were published again and have no outcome of that yet
/// @param olderRejects states that were refused before a newer one of their document was
/// @param lostRejects records of rejects that Kafka does not have any more, see [LostRejects]
/// @param goals by source shard, the sequence number that is to be read before a copy is complete
public record RunState(
        RunPlan plan,
        Map<Integer, Checkpoint> checkpoints,
        List<Long> ends,
        List<Long> committed,
        long rejected,
        long underReplay,
        long olderRejects,
        long lostRejects,
        List<Long> goals) {
    /// The goal of a shard whose accepted history no reader has begun: above everything.
    public static final long NOT_BEGUN = Long.MAX_VALUE;

    public RunState {
        goals = List.copyOf(goals);
        checkpoints = Map.copyOf(checkpoints);
        ends = List.copyOf(ends);
        committed = List.copyOf(committed);
    }

    /// The state of a run of which no rejects are lost.
    public RunState(
            RunPlan plan,
            Map<Integer, Checkpoint> checkpoints,
            List<Long> ends,
            List<Long> committed,
            long rejected,
            long underReplay,
            List<Long> goals) {
        this(plan, checkpoints, ends, committed, rejected, underReplay, 0, 0, goals);
    }

    /// The state of a run in which nothing is published again.
    public RunState(
            RunPlan plan,
            Map<Integer, Checkpoint> checkpoints,
            List<Long> ends,
            List<Long> committed,
            long rejected,
            List<Long> goals) {
        this(plan, checkpoints, ends, committed, rejected, 0, goals);
    }

    /// The same of a run whose goals are those of its plan.
    public RunState(
            RunPlan plan, Map<Integer, Checkpoint> checkpoints, List<Long> ends, List<Long> committed, long rejected) {
        this(plan, checkpoints, ends, committed, rejected, plan.goal());
    }

    /// The last sequence number of the shard up to which everything is in the docs topic, -1 for none.
    public long done(int sourceShard) {
        Checkpoint checkpoint = checkpoints.get(sourceShard);
        return checkpoint == null ? -1 : checkpoint.done();
    }

    /// How many numbers the history that was read had at least, as the last of them, into whatever docs topic
    /// it was read; -1 for none.
    public long readUpTo(int sourceShard) {
        Checkpoint checkpoint = checkpoints.get(sourceShard);
        return checkpoint == null ? -1 : checkpoint.readUpTo();
    }

    /// Whether another history of the shard was accepted and no reader has begun to read it.
    public boolean awaitsNewHistory(int sourceShard) {
        return goals.get(sourceShard) == NOT_BEGUN;
    }

    /// Whether every source shard has been read as far as it reached at the start, or when another history of
    /// it was accepted.
    public boolean goalIsRead() {
        return IntStream.range(0, plan.sourceShards()).allMatch(shard -> done(shard) >= goals.get(shard));
    }

    /// Whether every record below these offsets, one per lane, has its outcome.
    public boolean isWrittenUpTo(List<Long> offsets) {
        return IntStream.range(0, offsets.size()).allMatch(lane -> committed.get(lane) >= offsets.get(lane));
    }

    /// Documents in the docs topic, those that were published twice counted once.
    public long docsRead() {
        return checkpoints.values().stream().mapToLong(Checkpoint::docs).sum();
    }

    /// Their `_source` bytes.
    public long bytesRead() {
        return checkpoints.values().stream().mapToLong(Checkpoint::bytes).sum();
    }

    /// Records in the docs topic that have no outcome yet. A lane that ends below what is written, since its
    /// log was cut, takes nothing from what waits in the others.
    public long inKafka() {
        return waiting().sum();
    }

    /// Whether a lane has lost records that were written. Where a log was cut below what is written, records
    /// that come later get the offsets of written ones, and nobody writes them.
    ///
    /// @param cut lanes whose logs do not agree with what was committed of them
    public boolean isCut(Set<Integer> cut) {
        return !cut.isEmpty() || IntStream.range(0, ends.size()).anyMatch(lane -> ends.get(lane) < committed.get(lane));
    }

    /// By lane, how many records have no outcome yet.
    private LongStream waiting() {
        return IntStream.range(0, ends.size()).mapToLong(lane -> Math.max(0, ends.get(lane) - committed.get(lane)));
    }

    /// Records that the target has refused. Those too that were told and of which Kafka has lost that: nobody knows
    /// that they were taken since.
    public long refused() {
        return rejected + olderRejects + lostRejects;
    }

    /// Estimated bytes of the records in each lane that have no outcome yet: their number times the mean size of all
    /// documents read.
    public List<Long> backlogs() {
        return waiting().mapToObj(this::bytesOf).toList();
    }

    /// Estimated bytes of so many records of the docs topic, before they are compressed.
    public long bytesOf(long records) {
        return docsRead() == 0 ? 0 : Math.round((double) records * bytesRead() / docsRead());
    }

    /// Records that have an outcome.
    public long outcomes() {
        return sum(committed);
    }

    private static long sum(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).sum();
    }
}
