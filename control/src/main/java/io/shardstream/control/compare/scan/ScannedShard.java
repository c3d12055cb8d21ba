package io.shardstream.control.compare.scan;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.common.shard.NotPrimaryException;

/// One shard of the source or of the target, wherever its primary is.
public interface ScannedShard {
    /// Asks every node and gives the copy whose own node says that it is the primary and has started;
    /// of two that say so, the one with the higher term. Blocks.
    ///
    /// @throws NotPrimaryException if no node says so: the shard is unassigned, moving, or the index is closed
    /// @throws io.shardstream.common.loop.BlockedException if the index is gone or is another one under
    ///     the same name
    ScannedCopy locate() throws ElasticException, NotPrimaryException;

    /// The numbers of the copy that would be located, asked for after this call. Blocks.
    ///
    /// @throws NotPrimaryException as [#locate()] does
    /// @throws io.shardstream.common.loop.BlockedException as [#locate()] does
    default CopyNumbers numbers() throws ElasticException, NotPrimaryException {
        return locate().numbers();
    }

    /// Which copy the master of the cluster holds for the primary. Blocks.
    ///
    /// @throws NotPrimaryException if the thread was interrupted
    ElectedPrimary elected() throws ElasticException, NotPrimaryException;

    /// Whether many threads may ask shards of its index at the same moment, and share answers then.
    default boolean sharesAnswers() {
        return false;
    }
}
