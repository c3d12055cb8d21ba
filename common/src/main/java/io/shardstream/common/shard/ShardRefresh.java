package io.shardstream.common.shard;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.OwnSearches;
import io.shardstream.common.elastic.Reply;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/// Refreshes of one shard alone. No request is made for that, but one that gets a document as searches see it
/// may have the document's shard refreshed first (`realtime=false`, `refresh=true`; `TransportGetAction` of
/// Elasticsearch and OpenSearch). On 7.17.29, 8.19.21, 9.5.3 and OpenSearch 3.8.0 the shard's count of
/// refreshes rises by one, also where there is nothing new, and that of no other shard. Whether it has must
/// be read from the count: the routing by which the shard is named is worked out here ([RefreshRouting]), and
/// a server may route in another way.
final class ShardRefresh {
    private static final String NOBODYS_ID = "shardstream-refresh";
    private static final Bytes NOTHING_WANTED = Bytes.utf8("{\"size\":0,\"track_total_hits\":false}");
    private static final int FOUND = 200;
    private static final int NOT_FOUND = 404;

    /// A shard that nobody has searched for `index.search.idle.after`, 30 s, refreshes no more by itself, and
    /// such a request waits for it to begin again, for a second; a refresh of the index does not.
    private static final long AWAKE_NANOS = Duration.ofSeconds(20).toNanos();

    /// Each takes one of the node's threads for production's own requests of this kind; there may be two of
    /// them.
    private static final int AT_ONCE = 2;

    /// Where more wait at one node a refresh of the whole index is cheaper, if this process has enough of its
    /// shards.
    private static final int MOST_WAITING = 8;

    /// The whole index is refreshed only where this process has at least one of so many of its shards.
    /// Otherwise all processes together would refresh each shard once for each of them.
    private static final int MOST_FOR_ONE = 2;

    private static final int TOO_MANY_REQUESTS = 429;

    private final String index;
    private final LongSupplier nanoTime;
    private final Share share;
    private final Map<Integer, Long> refreshed = new ConcurrentHashMap<>();
    private final RefreshRouting routing;
    private final Map<String, Semaphore> turns = new ConcurrentHashMap<>();

    /// @param share how much of the index this process has
    ShardRefresh(String index, Share share, LongSupplier nanoTime) {
        this.index = index;
        this.share = share;
        this.nanoTime = nanoTime;
        this.routing = new RefreshRouting(index, NOBODYS_ID, nanoTime);
    }

    /// Asks the node to refresh the shard. Blocks, also until it has its turn at the node.
    ///
    /// @return false if the whole index is to be refreshed in its place: the node did not do it, or this
    ///     process has much of the index and the shard may be idle, or many wait
    /// @throws ElasticException.Refused if the node has too much to do: refreshing all shards would not help
    ///     it
    boolean ask(NodeIndex at, int shard) throws ElasticException {
        Long last = refreshed.put(shard, nanoTime.getAsLong());
        boolean mayBeIdle = last == null || nanoTime.getAsLong() - last > AWAKE_NANOS;
        boolean hasMuch = share.oneIn(at.routing()) <= MOST_FOR_ONE;
        if (mayBeIdle && hasMuch) {
            return false;
        }
        Optional<String> value = routing.to(at, shard);
        if (value.isEmpty()) {
            return false;
        }
        if (mayBeIdle) {
            at.node().send(wakeUp(shard));
        }
        Semaphore turn = turns.computeIfAbsent(at.node().address(), _ -> new Semaphore(AT_ONCE, true));
        if (hasMuch && turn.getQueueLength() > MOST_WAITING) {
            return false;
        }
        turn.acquireUninterruptibly();
        try {
            Reply reply = at.node().send(request(value.get()));
            if (reply.status() == TOO_MANY_REQUESTS) {
                reply.orThrow();
            }
            return reply.status() == FOUND
                    || (reply.status() == NOT_FOUND && reply.json().has("found"));
        } finally {
            turn.release();
        }
    }

    /// A search of the node's copy that finds nothing. Any search marks the copy as searched; one that was
    /// idle refreshes for it before it answers (Elasticsearch's `IndexShard.awaitShardSearchActive`), without
    /// keeping a thread.
    Call wakeUp(int shard) {
        return OwnSearches.of(Call.post("/" + Call.encoded(index) + "/_search", NOTHING_WANTED))
                .with("preference", "_shards:" + shard + "|_only_local");
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
