package io.shardstream.common.shard;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.log.About;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Refreshes of a whole index, which the shards of one process share: the request cannot name a shard, and a
/// source in production should not be refreshed once for each. A shard that is refreshed all the time is so
/// alone ([ShardRefresh]).
final class IndexRefresh {
    private static final Logger LOG = LoggerFactory.getLogger(IndexRefresh.class);
    private static final int FORBIDDEN = 403;
    private static final String NOT_ALLOWED = "security_exception";

    /// A user may be refused while a security index is away, or a role is being changed.
    private static final long REFUSED_FOR_NANOS = Duration.ofMinutes(1).toNanos();

    private final String index;
    private final Call call;
    private final boolean allowed;
    private final LongSupplier nanoTime;
    private final ShardRefresh ofOne;
    private final AtomicReference<@Nullable CompletableFuture<@Nullable Void>> underWay = new AtomicReference<>();
    private volatile boolean refused;
    private volatile long refusedUntil;
    private boolean told;

    /// @param allowed the operator's word
    /// @param share how much of the index this process has
    IndexRefresh(String index, boolean allowed, Share share, LongSupplier nanoTime) {
        this.index = index;
        this.allowed = allowed;
        this.nanoTime = nanoTime;
        this.ofOne = new ShardRefresh(index, share, nanoTime);
        this.call = Call.post("/" + Call.encoded(index) + "/_refresh", Bytes.EMPTY);
    }

    /// Whether a refresh may be asked for: the operator has not said no, and the server not within a minute.
    boolean isAllowed() {
        return allowed && !(refused && nanoTime.getAsLong() - refusedUntil < 0);
    }

    /// Returns when a refresh of the shard, or of the index, that ends after this call has been answered, or
    /// when it is known that none is allowed. Blocks.
    ///
    /// @throws ElasticException if this caller's own request failed
    void ask(NodeIndex at, int shard) throws ElasticException {
        if (isAllowed() && !ofOne.ask(at, shard)) {
            ask(at.node());
        }
    }

    /// Returns when a refresh of the index that ends after this call has been answered, or when it is known
    /// that none is allowed (the index privilege `maintenance`). One that is under way already is shared, but
    /// not its failure: the counts tell. Blocks.
    ///
    /// @throws ElasticException if this caller's own request failed
    void ask(ElasticNode node) throws ElasticException {
        CompletableFuture<@Nullable Void> mine = new CompletableFuture<>();
        CompletableFuture<@Nullable Void> shared = underWay.compareAndExchange(null, mine);
        if (shared != null) {
            shared.join();
            return;
        }
        try {
            if (isAllowed()) {
                carryOut(node);
            }
        } finally {
            underWay.set(null);
            mine.complete(null);
        }
    }

    /// Lets the shard begin to refresh by itself again, if nobody has searched it for a while. Blocks until
    /// it has.
    void wake(NodeIndex at, int shard) throws ElasticException {
        at.node().send(ofOne.wakeUp(shard)).orThrow();
    }

    private void carryOut(ElasticNode node) throws ElasticException {
        Reply reply = node.send(call);
        if (reply.status() == FORBIDDEN && reply.errorType().equals(NOT_ALLOWED)) {
            refuse();
        } else {
            reply.orThrow();
            refused = false;
        }
    }

    private void refuse() {
        refusedUntil = nanoTime.getAsLong() + REFUSED_FOR_NANOS;
        refused = true;
        if (!told) {
            told = true;
            About.index(index)
                    .in(LOG.atWarn())
                    .log(
                            "The user of the run file may not refresh {}, so its own refreshes are waited for: grant the"
                                    + " index privilege 'maintenance', or say refresh: false to be asked no more",
                            index);
        }
    }
}
