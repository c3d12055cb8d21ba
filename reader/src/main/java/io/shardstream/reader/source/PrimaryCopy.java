package io.shardstream.reader.source;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.ShardCopy;
import io.shardstream.reader.window.Window;

/// The primary of one shard, asked at its own node. Everything about a window comes from one of these.
/// All calls block.
public interface PrimaryCopy extends ShardCopy {
    /// Whether the cluster says at this moment that this copy is the primary, and not only the copy's own node.
    boolean isElected() throws ElasticException;

    /// Reads all documents whose number lies in the window.
    ///
    /// @param maxBytes a longer response is given up
    WindowAnswer read(Window window, int maxBytes) throws ElasticException;

    /// Reads the documents of a window of one number one by one, whatever they hold.
    WindowAnswer readAlone(Window window) throws ElasticException;

    /// Opens a point in time that holds everything that searches can see now.
    Snapshot snapshot() throws ElasticException;
}
