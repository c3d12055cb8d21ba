package io.shardstream.common.primary;

import io.shardstream.common.elastic.ElasticException;

/// The primary of one shard as it was found, asked at its own node. What is learnt from it is about this
/// one copy, or is known not to be. All calls block.
public interface ShardCopy {
    /// Which copy it is, as it said when it was found.
    CopyIdentity identity();

    /// @throws NotPrimaryException if that node no longer says that it holds the primary
    Numbers numbers() throws ElasticException, NotPrimaryException;

    /// Asks for a refresh. That it was carried out must be read from [Numbers#refreshes()]: the
    /// answer does not say.
    void refresh() throws ElasticException;

    /// The most documents that one search may return, `index.max_result_window`.
    int maxResultWindow();

    /// The node's address, for sentences.
    String where();
}
