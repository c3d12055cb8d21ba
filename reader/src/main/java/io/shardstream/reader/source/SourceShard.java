package io.shardstream.reader.source;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;

/// One shard of the source index, wherever its primary is.
public interface SourceShard {
    /// Asks every node and gives the copy whose own node says that it is the primary and has started;
    /// of two that say so, the one with the higher term. Blocks.
    ///
    /// @throws NotPrimaryException if no node says so: the shard is unassigned, moving, or the
    ///     index is closed
    /// @throws io.shardstream.common.loop.BlockedException if the index is gone or is another one
    ///     under the same name
    PrimaryCopy locate() throws ElasticException, NotPrimaryException;
}
