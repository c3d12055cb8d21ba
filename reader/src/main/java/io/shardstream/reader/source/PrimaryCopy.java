package io.shardstream.reader.source;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.reader.window.Window;

/// The primary of one shard, asked at its own node. Everything about a window comes from one of these.
/// All calls block.
public interface PrimaryCopy {
    CopyIdentity identity();

    /// The most documents that one search may return, `index.max_result_window`.
    int maxResultWindow();

    /// @throws NotPrimaryException if that node no longer says that it holds the primary
    Numbers numbers() throws ElasticException, NotPrimaryException;

    /// Asks for a refresh. That it was carried out must be read from [Numbers#refreshes()]: the
    /// answer does not say.
    void refresh() throws ElasticException;

    /// Reads all documents whose number lies in the window.
    ///
    /// @param maxBytes a longer response is given up
    WindowAnswer read(Window window, int maxBytes) throws ElasticException;

    /// Reads the documents of a window of one number one by one, whatever they hold.
    WindowAnswer readAlone(Window window) throws ElasticException;

    /// The node's address, for sentences.
    String where();
}
