package io.shardstream.common.primary;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/// Refreshes of a whole index, which the shards of one process share: the request cannot name a shard,
/// and a source in production should not be refreshed once for each.
final class IndexRefresh {
    private final Call call;
    private final Lock oneAtATime = new ReentrantLock();
    private final AtomicLong begun = new AtomicLong();

    IndexRefresh(String index) {
        this.call = Call.post("/" + Call.encoded(index) + "/_refresh", Bytes.EMPTY);
    }

    /// Returns after a refresh that was requested after this call. Blocks.
    void afterNow(ElasticNode node) throws ElasticException {
        long begunBefore = begun.get();
        oneAtATime.lock();
        try {
            if (begun.get() == begunBefore) {
                begun.incrementAndGet();
                node.send(call).orThrow();
            }
        } finally {
            oneAtATime.unlock();
        }
    }
}
