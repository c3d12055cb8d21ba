package io.shardstream.control.counting;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.control.state.NotedRejects;
import io.shardstream.control.state.RejectOrder;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.lanes.Lanes;
import io.shardstream.control.state.lanes.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ObjIntConsumer;
import java.util.stream.LongStream;

/// Readers, lanes and writers. A reader that dies publishes again what its last checkpoint does not cover, and a writer
/// writes again what it has not committed. A bulk of which nobody hears may be carried out much later.
final class ModelPipeline implements Lanes {
    /// In the body of a document that the target refuses.
    static final String UNFIT = "unfit";

    private static final String TOPIC = "docs";

    private final RunPlan plan;
    private final Random random;
    private final List<ModelShard> source;
    private final ModelTarget target;
    private final List<List<DocRecord>> lanes = new ArrayList<>();
    private final long[] written;
    private final long[] committed;
    private final long[] outcomes;
    private final long[] read;
    private final long[] stored;
    private final int[] lineage;
    private final String[] histories;
    private final List<Long> goals;
    private final List<RejectRecord> rejects = new ArrayList<>();
    private final Set<String> refused = new HashSet<>();
    private final List<DocRecord> held = new ArrayList<>();
    private final List<DocRecord> deletes = new ArrayList<>();
    private final int oneBeginOf;
    private long replays;

    ModelPipeline(RunPlan plan, Random random, List<ModelShard> source, ModelTarget target) {
        this.plan = plan;
        this.random = random;
        this.source = source;
        this.target = target;
        for (int lane = 0; lane < target.shards().size(); lane++) {
            lanes.add(new ArrayList<>());
        }
        this.written = new long[lanes.size()];
        this.committed = new long[lanes.size()];
        this.outcomes = new long[lanes.size()];
        this.read = filled(source.size());
        this.stored = filled(source.size());
        this.lineage = new int[source.size()];
        Arrays.fill(lineage, VersionWord.FIRST_LINEAGE);
        this.histories = source.stream()
                .map(shard -> shard.primary().identity().historyUuid())
                .toArray(String[]::new);
        this.oneBeginOf = random.nextBoolean() ? 2 : 60;
        this.goals = new ArrayList<>(Collections.nCopies(source.size(), -1L));
    }

    private static long[] filled(int size) {
        long[] all = new long[size];
        Arrays.fill(all, -1);
        return all;
    }

    // ---- readers

    int lineage(int shard) {
        return lineage[shard];
    }

    long word(int shard, long seqNo) {
        return new VersionWord(lineage[shard], shard, seqNo).value();
    }

    /// Publishes what is live above what was read, if all that a search could show is settled.
    void read(int shard) {
        ModelShard from = source.get(shard);
        if (goals.get(shard) == RunState.NOT_BEGUN) {
            if (random.nextInt(oneBeginOf) == 0) {
                beginHistory(shard);
            }
            return;
        }
        if (!from.isSettled() || isOfAnotherHistory(shard)) {
            return;
        }
        long end = from.globalCheckpoint(from.primary());
        long upTo = random.nextBoolean() ? end : Math.min(end, read[shard] + 1 + random.nextInt(4));
        for (Stored document : from.documents()) {
            if (document.seqNo() > read[shard] && document.seqNo() <= upTo) {
                publish(new DocRecord(
                        Bytes.utf8(document.id()), null, word(shard, document.seqNo()), Bytes.utf8(document.body())));
            }
        }
        read[shard] = Math.max(read[shard], upTo);
        if (random.nextBoolean()) {
            stored[shard] = read[shard];
        }
    }

    private boolean isOfAnotherHistory(int shard) {
        ModelShard from = source.get(shard);
        return from.maxSeqNo(from.primary()) < read[shard]
                || !histories[shard].equals(from.primary().identity().historyUuid());
    }

    void readerDies(int shard) {
        read[shard] = stored[shard];
    }

    /// The operator has another history read, from its start. Documents that were deleted may be back in it.
    void acceptHistory(int shard) {
        deletes.removeIf(delete -> VersionWord.of(delete.version()).sourceShard() == shard);
        goals.set(shard, RunState.NOT_BEGUN);
    }

    /// Whether another history was accepted that is not read yet: its words will outdo everything.
    boolean awaitsHistory(int shard) {
        return goals.get(shard) == RunState.NOT_BEGUN;
    }

    private void beginHistory(int shard) {
        goals.set(shard, -1L);
        histories[shard] = source.get(shard).primary().identity().historyUuid();
        lineage[shard]++;
        read[shard] = -1;
        stored[shard] = -1;
    }

    boolean isRead(int shard) {
        return stored[shard] == source.get(shard).maxSeqNo(source.get(shard).primary());
    }

    // ---- writers

    private void publish(DocRecord document) {
        lanes.get(target.shardOf(document)).add(document);
    }

    /// Writes one record, of which it may hear nothing.
    void write(int lane) {
        if (written[lane] == lanes.get(lane).size()) {
            commit(lane);
            return;
        }
        DocRecord document = lanes.get(lane).get((int) written[lane]);
        if (!target.isOpen()) {
            return;
        }
        switch (random.nextInt(12)) {
            case 0, 2 -> target.write(document, false);
            case 1 -> held.add(document);
            default -> {
                if (isUnfit(document)) {
                    refuse(document, written[lane]);
                } else {
                    target.write(document, true);
                }
                written[lane]++;
                noteOutcome(lane);
                if (random.nextInt(3) == 0) {
                    commit(lane);
                }
            }
        }
    }

    private void noteOutcome(int lane) {
        replays += written[lane] <= outcomes[lane] ? 1 : 0;
        outcomes[lane] = Math.max(outcomes[lane], written[lane]);
    }

    static boolean isUnfit(DocRecord document) {
        Bytes source = document.source();
        return source != null && source.utf8().contains(UNFIT);
    }

    private void refuse(DocRecord document, long offset) {
        if (refused.add(document.id().utf8() + "@" + document.version())) {
            rejects.add(new Reject(document, "strict", "no such field", offset));
        }
    }

    private void commit(int lane) {
        committed[lane] = Math.max(committed[lane], written[lane]);
    }

    void writerDies(int lane) {
        written[lane] = committed[lane];
    }

    /// The group has lost its offsets, or somebody has them set back.
    void rewind(int lane) {
        written[lane] = 0;
    }

    /// A node carries out a bulk that it has held.
    void release() {
        if (!held.isEmpty() && target.isOpen()) {
            target.write(held.remove(random.nextInt(held.size())), true);
        }
    }

    void releaseAll() {
        while (!held.isEmpty() && target.isOpen()) {
            release();
        }
    }

    /// A blocked index takes none of them any more.
    void dropHeld() {
        held.clear();
    }

    boolean isDrained() {
        for (int lane = 0; lane < lanes.size(); lane++) {
            if (written[lane] < lanes.get(lane).size()) {
                return false;
            }
        }
        return true;
    }

    boolean wasRefused(String id, long version) {
        return refused.contains(id + "@" + version);
    }

    /// Deletes that whoever compares has published.
    List<DocRecord> deletes() {
        return deletes;
    }

    // ---- what control sees

    @Override
    public RunState state() {
        List<Long> before = LongStream.of(committed).boxed().toList();
        Map<Integer, Checkpoint> checkpoints = new TreeMap<>();
        for (int shard = 0; shard < source.size(); shard++) {
            checkpoints.put(
                    shard,
                    new Checkpoint(TOPIC, plan.sourceUuid(), histories[shard], lineage[shard], stored[shard], 0, 0));
        }
        List<Long> ends = lanes.stream().map(lane -> (long) lane.size()).toList();
        return new RunState(plan, checkpoints, ends, before, rejects.size(), goals);
    }

    @Override
    public List<Long> publish(List<DocRecord> records) {
        List<Long> offsets = new ArrayList<>();
        for (DocRecord document : records) {
            if (document.source() == null) {
                deletes.add(document);
            }
            publish(document);
            offsets.add(lanes.get(target.shardOf(document)).size() - 1L);
        }
        return offsets;
    }

    @Override
    public void note(List<RejectRecord> records) {
        rejects.addAll(records);
    }

    @Override
    public NotedRejects rejects() {
        return NotedRejects.of(new RejectOrder(VersionMode.SEQNO), this::forEachReject);
    }

    @Override
    public void forEachReject(ObjIntConsumer<RejectRecord> sink) {
        List.copyOf(rejects).forEach(one -> sink.accept(one, target.shardOf(one.document())));
    }

    @Override
    public Workers workers() {
        return new Workers(1, 1);
    }

    @Override
    public long replays() {
        return replays;
    }
}
