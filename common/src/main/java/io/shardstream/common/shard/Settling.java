package io.shardstream.common.shard;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import io.shardstream.common.log.About;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Has the shards of one index say that their last operations are settled, where they would do so only after
/// a while: an index may sync its translog now and then (`index.translog.durability: async`). After the sync
/// the global checkpoint moves with the next replicated request, and where none comes with the one that the
/// server makes every 30 s (`IndexService.GLOBAL_CHECKPOINT_SYNC_INTERVAL_SETTING` of Elasticsearch and
/// OpenSearch). A refresh of the index is such a request, and a get that refreshes is none; a flush syncs as
/// well. Seen on 7.17.29, 8.19.21, 9.5.3 and OpenSearch 3.8.0.
///
/// Nobody waits for what is asked here: a copy that hangs would keep it waiting, and what came of it the
/// numbers tell.
final class Settling {
    private static final Logger LOG = LoggerFactory.getLogger(Settling.class);
    private static final long BETWEEN_NANOS = Duration.ofSeconds(1).toNanos();

    /// Seconds after which the server makes such a request by itself.
    private static final int SERVERS_OWN = 30;

    private final String index;
    private final Share share;
    private final LongSupplier nanoTime;
    private final Call refresh;
    private final Call flush;
    private final Map<Integer, Seen> seen = new ConcurrentHashMap<>();
    private final AtomicLong notBefore;

    /// The highest number that was unsettled at a shard, and since when.
    private record Seen(long maxSeqNo, long since) {}

    /// @param share how much of the index this process has
    Settling(String index, Share share, LongSupplier nanoTime) {
        this.index = index;
        this.share = share;
        this.nanoTime = nanoTime;
        this.refresh = Call.post("/" + Call.encoded(index) + "/_refresh", Bytes.EMPTY);
        this.flush = Call.post("/" + Call.encoded(index) + "/_flush", Bytes.EMPTY);
        this.notBefore = new AtomicLong(nanoTime.getAsLong());
    }

    /// Begins a refresh of the index if it can make a shard say more. It is one of all shards: a process that
    /// has one of n of them asks for it once in n seconds, so that all processes of a run ask for about one a
    /// second.
    ///
    /// @param at the node of the shard
    /// @param syncInterval after what time the index has synced; empty if it always has
    /// @param numbers what the shard said just now
    void help(NodeIndex at, Optional<Duration> syncInterval, int shard, CopyNumbers numbers) {
        if (syncInterval.filter(time -> isDue(shard, numbers, time)).isPresent()) {
            begin(at.node(), refresh, pause(at.routing()));
        }
    }

    /// How long to wait after a refresh before the next one, in nanoseconds.
    long pause(@Nullable ShardRouting routing) {
        return Math.min(share.oneIn(routing), SERVERS_OWN) * BETWEEN_NANOS;
    }

    /// Begins a flush of the index.
    void flush(ElasticNode node) {
        begin(node, flush, BETWEEN_NANOS);
    }

    /// Whether a shard has unsettled operations and has stood still for that long, and for a second, which it
    /// must do once more before the answer is yes again.
    boolean isDue(int shard, CopyNumbers numbers, Duration time) {
        if (numbers.globalCheckpoint() >= numbers.maxSeqNo()) {
            seen.remove(shard);
            return false;
        }
        Seen now = new Seen(numbers.maxSeqNo(), nanoTime.getAsLong());
        Seen last = seen.putIfAbsent(shard, now);
        if (last == null) {
            return false;
        }
        boolean isSame = last.maxSeqNo() == now.maxSeqNo();
        boolean isDue = isSame && now.since() - last.since() >= Math.max(time.toNanos(), BETWEEN_NANOS);
        if (!isSame || isDue) {
            seen.put(shard, now);
        }
        return isDue;
    }

    /// Once in that time at most, for all shards.
    private void begin(ElasticNode node, Call call, long nanos) {
        long now = nanoTime.getAsLong();
        long earliest = notBefore.get();
        if (now - earliest < 0 || !notBefore.compareAndSet(earliest, now + nanos)) {
            return;
        }
        Thread.ofVirtual().name("settling of " + index).start(() -> {
            try {
                node.send(call).orThrow();
            } catch (ElasticException e) {
                About.index(index).in(LOG.atDebug()).log("{} could not be asked to settle: {}", index, e.getMessage());
            }
        });
    }
}
