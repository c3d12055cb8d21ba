package io.shardstream.reader;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.Mailbox;
import io.shardstream.common.pace.Pace;
import io.shardstream.reader.publish.DocsBacklog;
import io.shardstream.reader.shard.LastLooks;
import io.shardstream.reader.shard.ShardReader;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/// Steps the shards that the group has given to this process.
final class ReaderLoop implements Loop {
    private static final int FIRST_SHARD = 0;
    private static final Duration BETWEEN_POLLS = Duration.ofMillis(20);

    private final Mailbox mailbox;
    private final IntFunction<ShardReader> readers;
    private final AutoCloseable rest;
    private final ControlTopicTail control;
    private final DocsBacklog backlog;
    private final Pace pace;
    private final int allShards;
    private final InstantSource clock;
    private final ShardGroup group;
    private final TreeMap<Integer, ShardReader> shards = new TreeMap<>();
    private final LastLooks lastLooks = new LastLooks();
    private Instant nextPoll = Instant.MIN;
    /// What the notes of a cut-over said last.
    private Instant blockedAt = Instant.MIN;
    /// Whether the run cuts over: the block is set within moments, and may be set anew.
    private boolean isUnderBlock;
    /// What the control topic said when it was looked at last.
    private ControlRecords said = ControlRecords.NONE;
    private int first = FIRST_SHARD;

    /// @param readers begins to read a shard
    /// @param control tells when the run has ended
    /// @param backlog is asked about as time goes on
    /// @param pace is told what this process holds
    /// @param allShards of the source
    /// @param group joins the group, telling what is gained and what is left
    /// @param rest closed after everything else
    ReaderLoop(
            Mailbox mailbox,
            IntFunction<ShardReader> readers,
            ControlTopicTail control,
            DocsBacklog backlog,
            Pace pace,
            int allShards,
            Function<Told, ShardGroup> group,
            AutoCloseable rest,
            InstantSource clock) {
        this.mailbox = mailbox;
        this.readers = readers;
        this.control = control;
        this.backlog = backlog;
        this.pace = pace;
        this.allShards = allShards;
        this.rest = rest;
        this.clock = clock;
        this.group = group.apply(new Told(this::gain, this::leave));
    }

    /// What the group is to call.
    record Told(IntConsumer gained, IntConsumer left) {}

    @Override
    public String name() {
        return "reader";
    }

    /// @throws io.shardstream.common.loop.RunEndedException when there is nothing left to read
    /// @throws io.shardstream.common.loop.BlockedException if going on would be wrong
    @Override
    public int doWork() {
        int news = control.poll();
        control.requireGoingOn();
        hear();
        backlog.step();
        Instant now = clock.instant();
        if (!now.isBefore(nextPoll)) {
            group.poll();
            nextPoll = now.plus(BETWEEN_POLLS);
        }
        int work = news + mailbox.drain() + stepShards();
        lastLooks.end(shards.values(), now);
        return work;
    }

    private void hear() {
        ControlRecords now = control.latest();
        if (now != said) {
            said = now;
            hurryUnderBlock(now);
            shards.forEach((shard, reader) ->
                    now.of(AcceptedHistory.key(shard), AcceptedHistory::decode).ifPresent(reader::accepted));
        }
    }

    /// When a cut-over has blocked writes to the source, clients wait until what was written before is read.
    private void hurryUnderBlock(ControlRecords now) {
        isUnderBlock = now.isIn(Phase.CUTTING_OVER);
        shards.values().forEach(shard -> shard.underBlock(isUnderBlock));
        Instant since = now.of(CutoverNotes.KEY, CutoverNotes::decode)
                .map(CutoverNotes::blockedAt)
                .orElse(blockedAt);
        if (!since.equals(blockedAt)) {
            blockedAt = since;
            shards.values().forEach(ShardReader::hurry);
        }
    }

    /// Who is stepped first gets the bytes that others have given back, so the first is another one
    /// each time.
    private int stepShards() {
        pace.holds(Holdings.of(shards.values().stream().map(ShardReader::place).toList(), allShards));
        Integer next = shards.higherKey(first);
        first = next == null ? FIRST_SHARD : next;
        int work = 0;
        for (ShardReader shard : shards.tailMap(first).values()) {
            work += shard.step();
        }
        for (ShardReader shard : shards.headMap(first).values()) {
            work += shard.step();
        }
        return work;
    }

    private void gain(int shard) {
        leave(shard);
        ShardReader reader = readers.apply(shard);
        reader.underBlock(isUnderBlock);
        shards.put(shard, reader);
    }

    private void leave(int shard) {
        ShardReader reader = shards.remove(shard);
        if (reader != null) {
            reader.leave();
        }
    }

    @Override
    public void close() {
        shards.values().forEach(ShardReader::leave);
        shards.clear();
        try {
            group.close();
        } finally {
            closeRest();
        }
    }

    private void closeRest() {
        try {
            rest.close();
        } catch (Exception e) {
            throw new IllegalStateException("The reader could not be closed", e);
        }
    }
}
