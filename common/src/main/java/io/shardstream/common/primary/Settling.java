package io.shardstream.common.primary;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import io.shardstream.common.elastic.Reply;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// The last operations on an index that syncs its translog now and then (`index.translog.durability: async`). After the
/// sync its global checkpoint moves only with the next replicated request, and where none comes with the one that the
/// server makes every 30 s (`IndexService.GLOBAL_CHECKPOINT_SYNC_INTERVAL_SETTING` of Elasticsearch and OpenSearch). A
/// refresh of the index is such a request, and a get that refreshes is none; a flush syncs as well. Seen on 7.17.29,
/// 8.19.21, 9.5.3 and OpenSearch 3.8.0.
final class Settling {
    private static final int FORBIDDEN = 403;
    private static final long BETWEEN_NANOS = Duration.ofSeconds(1).toNanos();

    private final LongSupplier nanoTime;
    private final Call flush;
    private final Map<Integer, Seen> seen = new ConcurrentHashMap<>();

    /// What was unsettled at a shard, and since when.
    private record Seen(long maxSeqNo, long since) {}

    Settling(String index, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.flush = Call.post("/" + Call.encoded(index) + "/_flush", Bytes.EMPTY);
    }

    /// Whether nothing was written to the shard for a second, after which the answer is no for another one.
    boolean isDue(int shard, Numbers unsettled) {
        Seen now = new Seen(unsettled.maxSeqNo(), nanoTime.getAsLong());
        Seen last = seen.putIfAbsent(shard, now);
        if (last == null) {
            return false;
        }
        boolean isSame = last.maxSeqNo() == now.maxSeqNo();
        boolean isDue = isSame && now.since() - last.since() >= BETWEEN_NANOS;
        if (!isSame || isDue) {
            seen.put(shard, now);
        }
        return isDue;
    }

    /// Blocks. Where it is not allowed nothing happens.
    void flush(ElasticNode node) throws ElasticException {
        Reply reply = node.send(flush);
        if (reply.status() != FORBIDDEN) {
            reply.orThrow();
        }
    }
}
