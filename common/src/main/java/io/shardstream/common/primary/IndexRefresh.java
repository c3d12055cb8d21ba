package io.shardstream.common.primary;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import io.shardstream.common.elastic.Reply;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Refreshes of a whole index, which the shards of one process share: the request cannot name a shard,
/// and a source in production should not be refreshed once for each.
final class IndexRefresh {
    private static final Logger LOG = LoggerFactory.getLogger(IndexRefresh.class);
    private static final int FORBIDDEN = 403;
    private static final String NOT_ALLOWED = "security_exception";

    private final String index;
    private final Call call;
    private final Lock oneAtATime = new ReentrantLock();
    private final AtomicLong begun = new AtomicLong();
    private volatile boolean allowed;

    /// @param allowed the operator's word
    IndexRefresh(String index, boolean allowed) {
        this.index = index;
        this.allowed = allowed;
        this.call = Call.post("/" + Call.encoded(index) + "/_refresh", Bytes.EMPTY);
    }

    boolean isAllowed() {
        return allowed;
    }

    /// Returns after a refresh that was requested after this call, or when it is known that none is allowed
    /// (the index privilege `maintenance`). Blocks.
    void afterNow(ElasticNode node) throws ElasticException {
        long begunBefore = begun.get();
        oneAtATime.lock();
        try {
            if (allowed && begun.get() == begunBefore) {
                begun.incrementAndGet();
                Reply reply = node.send(call);
                if (reply.status() == FORBIDDEN && reply.errorType().equals(NOT_ALLOWED)) {
                    allowed = false;
                    LOG.warn(
                            "The user of the run file may not refresh {}, so its own refreshes are waited for: grant the"
                                    + " index privilege 'maintenance', or say refresh: false to be asked no more",
                            index);
                    return;
                }
                reply.orThrow();
            }
        } finally {
            oneAtATime.unlock();
        }
    }
}
