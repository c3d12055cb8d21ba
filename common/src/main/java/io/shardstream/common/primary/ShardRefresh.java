package io.shardstream.common.primary;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/// Refreshes of one shard alone. No request is made for that, but one that gets a document as searches see it may have
/// the document's shard refreshed first (`realtime=false`, `refresh=true`; `TransportGetAction` of Elasticsearch and
/// OpenSearch). On 7.17.29, 8.19.21, 9.5.3 and OpenSearch 3.8.0 the shard's count of refreshes rises by one, also where
/// there is nothing new, and that of no other shard. Whether it has must be read from the count: the routing by which
/// the shard is named is worked out here ([RefreshRouting]), and a server may route in another way.
final class ShardRefresh {
    private static final String NOBODYS_ID = "shardstream-refresh";
    private static final int FOUND = 200;
    private static final int NOT_FOUND = 404;

    /// A shard that nobody has searched for `index.search.idle.after`, 30 s, refreshes no more by itself, and such a
    /// request waits for it to begin
    /// again; a refresh of the index does not.
    private static final long AWAKE_NANOS = Duration.ofSeconds(20).toNanos();

    /// Each takes one of the node's threads for production's own requests of this kind; there may be two of them.
    private static final int AT_ONCE = 2;

    /// Where more wait at one node a refresh of the whole index is cheaper.
    private static final int MOST_WAITING = 8;

    private final String index;
    private final LongSupplier nanoTime;
    private final Map<Integer, Long> refreshed = new ConcurrentHashMap<>();
    private final RefreshRouting routing;
    private final Map<String, Semaphore> turns = new ConcurrentHashMap<>();

    ShardRefresh(String index, LongSupplier nanoTime) {
        this.index = index;
        this.nanoTime = nanoTime;
        this.routing = new RefreshRouting(index, NOBODYS_ID, nanoTime);
    }

    /// Asks the node to refresh the shard. Blocks.
    ///
    /// @return false if the whole index is to be refreshed in its place: the shard may be idle, many wait, or the
    ///     node did not do it
    boolean ask(NodeIndex at, int shard) throws ElasticException {
        Long last = refreshed.put(shard, nanoTime.getAsLong());
        if (last == null || nanoTime.getAsLong() - last > AWAKE_NANOS) {
            return false;
        }
        Optional<String> value = routing.to(at, shard);
        if (value.isEmpty()) {
            return false;
        }
        Semaphore turn = turns.computeIfAbsent(at.node().address(), _ -> new Semaphore(AT_ONCE));
        if (turn.getQueueLength() > MOST_WAITING) {
            return false;
        }
        turn.acquireUninterruptibly();
        try {
            Reply reply = at.node().send(request(value.get()));
            return reply.status() == FOUND
                    || (reply.status() == NOT_FOUND && reply.json().has("found"));
        } finally {
            turn.release();
        }
    }

    private Call request(String routing) {
        return Call.get("/" + Call.encoded(index) + "/_doc/" + NOBODYS_ID)
                .with("routing", routing)
                .with("preference", "_only_local")
                .with("realtime", "false")
                .with("refresh", "true")
                .with("_source", "false");
    }
}
