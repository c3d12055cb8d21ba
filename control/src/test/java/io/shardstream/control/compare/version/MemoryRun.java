package io.shardstream.control.compare.version;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceReading;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.contract.record.Witness;
import io.shardstream.common.contract.record.Witnesses;
import io.shardstream.common.contract.routing.RoutingFunction;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.state.NotedRejects;
import io.shardstream.control.state.RejectOrder;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.lanes.Lanes;
import io.shardstream.control.state.lanes.Workers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A run in memory: shards of source and target, and lanes between whose writers keep up, unless they are
/// told not to. Its readers are [#copy()].
public final class MemoryRun implements Lanes, InstantSource {
    private final List<MemoryShard> source;
    private final List<MemoryShard> target;
    private final RunPlan plan;
    private final ShardRouter router;
    private final VersionMode versions;
    private final List<DocRecord> lane = new ArrayList<>();
    private final List<RejectRecord> rejects = new ArrayList<>();
    private final Map<Integer, Checkpoint> checkpoints = new HashMap<>();
    private int written;
    private boolean writersStopped;
    private Workers workers = new Workers(1, 1);
    private final List<Long> goals;
    private int lineage = VersionWord.FIRST_LINEAGE;
    private long replays;
    private int rejectsReadWhole;
    private Instant now = Instant.EPOCH;
    private Runnable whileSleeping = () -> {};
    private Runnable whileAsking = () -> {};
    private Runnable whileAskingForState = () -> {};
    private long lostRejects;
    private WholeSight sight = () -> {};

    public MemoryRun(int sourceShards, int targetShards) {
        this(sourceShards, targetShards, VersionMode.SEQNO);
    }

    public MemoryRun(int sourceShards, int targetShards, VersionMode versions) {
        this.versions = versions;
        goals = new ArrayList<>(Collections.nCopies(sourceShards, 0L));
        source = Stream.generate(MemoryShard::new).limit(sourceShards).toList();
        target = Stream.generate(MemoryShard::new).limit(targetShards).toList();
        ShardRouting routing = new ShardRouting(targetShards, targetShards, 1, RoutingFunction.MODULO);
        router = new ShardRouter(routing);
        plan = new RunPlan(
                "cities",
                "s",
                sourceShards,
                "cities-v2",
                "t",
                routing,
                "Shardstream-x",
                "docs",
                10 << 20,
                goals,
                0,
                new SourceReading(versions, false, true));
    }

    public ComparedRun compared() {
        return new ComparedRun(plan, List.copyOf(source), List.copyOf(target), this, () -> sight.require());
    }

    /// The same, so many shards of which are asked at the same time.
    public ComparedRun compared(int atOnce) {
        return new ComparedRun(plan, List.copyOf(source), List.copyOf(target), this, () -> sight.require(), atOnce);
    }

    /// What is hidden of the source from whoever compares.
    public void sight(WholeSight what) {
        sight = what;
    }

    public MemoryShard source(int shard) {
        return source.get(shard);
    }

    /// The target shard that has documents of this id.
    public MemoryShard targetOf(String id) {
        return target.get(router.shardOf(id, null));
    }

    public MemoryShard target(int shard) {
        return target.get(shard);
    }

    /// Everything in the target.
    public Map<String, String> copied() {
        Map<String, String> all = new HashMap<>();
        target.forEach(shard -> all.putAll(shard.documents()));
        return all;
    }

    /// Reads everything that is committed, as readers do, and lets writers write it.
    public void copy() {
        copyAbove(-1);
    }

    /// The same for what has higher numbers only: nothing else is written again.
    public void copyAbove(long seqNo) {
        for (int shard = 0; shard < source.size(); shard++) {
            read(shard, seqNo);
        }
        write();
    }

    /// The same for what has not been read yet.
    public void copyNew() {
        for (int shard = 0; shard < source.size(); shard++) {
            Checkpoint read = checkpoints.get(shard);
            read(shard, read == null ? -1 : read.done());
        }
        write();
    }

    private void read(int shard, long above) {
        var copy = source.get(shard).locate();
        try {
            long upTo = copy.numbers().globalCheckpoint();
            List<Bytes> ids = new ArrayList<>();
            List<Witness> witnesses = new ArrayList<>();
            copy.forEachLive(above, upTo, (seqNo, _) -> {
                try {
                    List<DocumentName> names = copy.named(List.of(seqNo));
                    names.forEach(name -> ids.add(name.id()));
                    if (names.size() == 1) {
                        witnesses.add(Witness.of(
                                copy.identity().indexUuid(),
                                seqNo,
                                names.getFirst().id()));
                    }
                } catch (java.io.IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            copy.bodies(ids, (name, body) -> {
                if (name.seqNo() <= upTo) {
                    lane.add(new DocRecord(name.id(), name.routing(), versionOf(shard, name), body));
                }
            });
            checkpoints.put(
                    shard,
                    new Checkpoint(
                            "docs",
                            "s",
                            copy.identity().historyUuid(),
                            lineage,
                            upTo,
                            ids.size(),
                            0,
                            upTo,
                            witnesses(shard, copy.identity().historyUuid()).with(witnesses)));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /// Of what was read before in the same history.
    private Witnesses witnesses(int shard, String historyUuid) {
        Checkpoint read = checkpoints.get(shard);
        return read == null || read.lineage() != lineage || !read.historyUuid().equals(historyUuid)
                ? Witnesses.NONE
                : read.witnesses();
    }

    private long versionOf(int shard, DocumentName name) {
        return switch (versions) {
            case SEQNO, CREATE -> word(shard, name.seqNo());
            case SOURCE -> name.version();
        };
    }

    public long word(int shard, long seqNo) {
        return new VersionWord(lineage, shard, seqNo).value();
    }

    /// Another history of the shard was accepted, which its readers have not begun.
    public void acceptNewHistory(int shard) {
        goals.set(shard, RunState.NOT_BEGUN);
    }

    /// What was read is read again, under words that are above all others.
    public void raiseLineage() {
        lineage++;
    }

    /// Kafka loses all checkpoints.
    public void loseCheckpoints() {
        checkpoints.clear();
    }

    /// Everything is to be read again, into another docs topic.
    public void readAgain() {
        checkpoints.replaceAll((_, read) -> new Checkpoint(
                        "gone",
                        read.indexUuid(),
                        read.historyUuid(),
                        read.lineage(),
                        read.done(),
                        read.docs(),
                        0,
                        read.readUpTo(),
                        read.witnesses())
                .in("docs"));
    }

    public void stopWriters() {
        writersStopped = true;
    }

    public void startWriters() {
        writersStopped = false;
        write();
    }

    /// Writers go on behind everything that they have not written.
    public void skipToEnd() {
        written = lane.size();
    }

    /// Every record gets its outcome again.
    public void rewind() {
        written = 0;
        replays++;
        write();
    }

    private void write() {
        for (; !writersStopped && written < lane.size(); written++) {
            DocRecord record = lane.get(written);
            Bytes body = record.source();
            Bytes routing = record.routing();
            String id = record.id().utf8();
            target.get(router.shardOf(id, routing == null ? null : routing.utf8()))
                    .write(
                            id,
                            routing == null ? null : routing.utf8(),
                            record.version(),
                            body == null ? null : body.utf8());
        }
    }

    /// The records in the lane, from this one on.
    public List<DocRecord> published(int from) {
        return List.copyOf(lane.subList(from, lane.size()));
    }

    public int records() {
        return lane.size();
    }

    public void reject(String id, @Nullable String routing, long version) {
        DocRecord record =
                new DocRecord(Bytes.utf8(id), routing == null ? null : Bytes.utf8(routing), version, Bytes.utf8("{}"));
        reject(new Reject(record, "strict", "no such field", 0));
    }

    public void reject(Reject reject) {
        rejects.add(reject);
    }

    @Override
    public RunState state() {
        whileAskingForState.run();
        return new RunState(
                plan, checkpoints, perLane(lane.size()), perLane(written), rejects.size(), 0, 0, lostRejects, goals);
    }

    /// Kafka loses all that is in the rejects topic.
    public void loseRejects() {
        lostRejects += rejects.size();
        rejects.clear();
    }

    /// What happens when somebody asks how far the run is.
    public void whileAskingForState(Runnable happens) {
        whileAskingForState = happens;
    }

    private List<Long> perLane(long first) {
        return IntStream.range(0, target.size())
                .mapToObj(one -> one == 0 ? first : 0L)
                .toList();
    }

    @Override
    public List<Long> publish(List<DocRecord> records) {
        long first = lane.size();
        lane.addAll(records);
        write();
        return LongStream.range(first, first + records.size()).boxed().toList();
    }

    @Override
    public void note(List<RejectRecord> records) {
        rejects.addAll(records);
    }

    @Override
    public NotedRejects rejects() {
        return NotedRejects.of(new RejectOrder(versions), sink -> rejects.forEach(one -> sink.accept(one, 0)));
    }

    @Override
    public void forEachReject(ObjIntConsumer<RejectRecord> sink) {
        rejectsReadWhole++;
        List.copyOf(rejects).forEach(one -> sink.accept(one, 0));
    }

    /// How often all rejects were read from the start, with their bodies.
    public int rejectsReadWhole() {
        return rejectsReadWhole;
    }

    /// Everything in the rejects topic.
    public List<RejectRecord> noted() {
        return List.copyOf(rejects);
    }

    @Override
    public Workers workers() {
        return workers;
    }

    /// Says who is at work; nobody stops because of it.
    public void atWork(Workers readersAndWriters) {
        workers = readersAndWriters;
    }

    @Override
    public long replays() {
        return replays;
    }

    /// Done whenever somebody waits.
    public void whileSleeping(Runnable action) {
        whileSleeping = action;
    }

    /// Done whenever somebody looks whether to go on, without waiting.
    public void whileAsking(Runnable action) {
        whileAsking = action;
    }

    /// Moves the clock.
    public Sleeper sleeper() {
        return time -> {
            if (time.isZero()) {
                whileAsking.run();
            } else {
                pass(time);
            }
        };
    }

    /// Lets time pass for everybody.
    public void pass(Duration time) {
        now = now.plus(time);
        whileSleeping.run();
    }

    @Override
    public Instant instant() {
        return now;
    }
}
