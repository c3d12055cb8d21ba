package io.shardstream.control.compare.version;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.IndexAliases;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.index.WatchedCall;

/// That no other run owns the target: what another run has written there is missing in the source of this
/// one, and would be deleted. A user who may not see the state of the cluster is believed; writes are still
/// refused without the run's own alias.
final class SoleOwner {
    private SoleOwner() {}

    /// Asks the target, each time.
    static WholeSight of(ElasticCluster target, String index, TargetOwner owner) {
        return () -> WatchedCall.of(() -> IndexAliases.of(target, index))
                .flatMap(aliases -> owner.rival(index, aliases))
                .ifPresent(sentence -> {
                    throw new BlockedException(sentence);
                });
    }
}
