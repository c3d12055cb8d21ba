package io.shardstream.control.compare.version;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.HiddenDocuments;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.index.WatchedCall;

/// That the user sees all of an index. What a role hides looks as if it had been deleted, and roles can be
/// changed while a comparison lasts: so it is looked at behind each absence from which a delete may follow,
/// and behind bytes that are published again.
@FunctionalInterface
public interface WholeSight {
    /// @throws BlockedException if something of the index is hidden
    /// @throws ElasticException if the cluster does not say, though it could
    void require() throws ElasticException;

    /// That and another one.
    default WholeSight and(WholeSight other) {
        return () -> {
            require();
            other.require();
        };
    }

    /// Asks the cluster.
    static WholeSight of(ElasticCluster cluster, String index) {
        return () -> WatchedCall.of(() -> HiddenDocuments.of(cluster, index)).ifPresent(sentence -> {
            throw new BlockedException(sentence);
        });
    }
}
