package io.shardstream.common.primary;

import io.shardstream.common.elastic.ElasticException;

/// The primary of one shard as it was found, asked at its own node. What is learnt from it is about this
/// one copy, or is known not to be. All calls block.
public interface ShardCopy {
    /// Which copy it is, as it said when it was found.
    CopyIdentity identity();

    /// @throws NotPrimaryException if that node no longer says that it holds the primary
    Numbers numbers() throws ElasticException, NotPrimaryException;

    /// Asks for a refresh, or shares one that was asked for and has not been answered. That it was carried out
    /// must be read from [Numbers#refreshes()]: the answer does not say. Where the server turns out not to
    /// allow it, nothing happens, and for a while [#mayRefresh()] is false.
    void refresh() throws ElasticException;

    /// The same for the whole index, in a way that does not depend on how it spreads its documents: for a copy whose
    /// count
    /// does not rise by [#refresh()].
    default void refreshIndex() throws ElasticException {
        refresh();
    }

    /// Has a copy say how far it is settled, where it takes its time for that although nothing more is written
    /// (`index.translog.durability: async`): not at once, and not each time it is called.
    ///
    /// @param unsettled what it said just now
    default void settle(Numbers unsettled) throws ElasticException {}

    /// The same at once, by a flush of the whole index: for an index to which nobody writes.
    default void settleIndex() throws ElasticException {}

    /// Whether a refresh may be asked for: neither the operator nor the server has said no.
    default boolean mayRefresh() {
        return true;
    }

    /// Lets a copy that has stopped refreshing because nobody searches it (`index.search.idle.after`) begin
    /// again.
    default void wake() throws ElasticException {}

    /// When the copy refreshes without being asked, and what to do if that never comes, for sentences.
    default String ownRefreshes() {
        return "wait for its refresh_interval";
    }

    /// The most documents that one search may return, `index.max_result_window`.
    int maxResultWindow();

    /// The node on which it was found.
    default Place place() {
        return Place.UNKNOWN;
    }

    /// The node's address, for sentences.
    String where();
}
