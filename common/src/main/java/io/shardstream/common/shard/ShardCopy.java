package io.shardstream.common.shard;

import io.shardstream.common.elastic.ElasticException;
import java.time.Duration;

/// The primary of one shard as it was found, asked at its own node. What is learnt from it is about this
/// one copy, or is known not to be. All calls block.
public interface ShardCopy {
    /// Which copy it is, as it said when it was found.
    CopyIdentity identity();

    /// What it says at the moment. A copy that has stood still and says less than is settled may be helped to
    /// say more.
    ///
    /// @throws NotPrimaryException if that node no longer says that it holds the primary
    CopyNumbers numbers() throws ElasticException, NotPrimaryException;

    /// Asks for a refresh, or shares one that was asked for and has not been answered. That it was carried out
    /// must be read from [CopyNumbers#refreshes()]: the answer does not say. Where the server turns out not to
    /// allow it, nothing happens, and for a while [#mayRefresh()] is false.
    void refresh() throws ElasticException;

    /// The same for the whole index, in a way that does not depend on how it spreads its documents: for a copy
    /// whose count does not rise by [#refresh()].
    default void refreshIndex() throws ElasticException {
        refresh();
    }

    /// Begins a flush of the whole index where it acknowledges writes before they are on a disk: for an index
    /// to which nobody writes any more. What comes of it the numbers tell, and nothing waits for it.
    default void settleIndex() {}

    /// For how long its global checkpoint may stand although nothing is wrong, beside the time that servers
    /// take for their work: each copy of an index may sync what it has acknowledged only now and then, by a
    /// clock of its own.
    default Duration mayStand() {
        return Duration.ZERO;
    }

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
    default CopyLocation place() {
        return CopyLocation.UNKNOWN;
    }

    /// The node's address, for sentences.
    String where();
}
