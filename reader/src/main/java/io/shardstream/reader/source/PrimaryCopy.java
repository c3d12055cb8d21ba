package io.shardstream.reader.source;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.ShardCopy;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.reader.window.Window;
import java.util.List;

/// The primary of one shard, asked at its own node. Everything about a window comes from one of these.
/// All calls block.
public interface PrimaryCopy extends ShardCopy {
    /// Whether the cluster says at this moment that this copy is the primary, and not only the copy's own node.
    boolean isElected() throws ElasticException;

    /// What a document takes on the copy's disk, on the average; 0 if that is not known.
    long storedBytes() throws ElasticException;

    /// Id and number of live documents that have these numbers now, some of them if there are more than
    /// numbers.
    ///
    /// @param numbers at most four
    List<Hit> named(List<Long> numbers) throws ElasticException;

    /// Reads all documents whose number lies in the window.
    ///
    /// @param hits documents that the answer may bring
    /// @param maxBytes a longer response is given up
    WindowAnswer read(Window window, int hits, int maxBytes) throws ElasticException;

    /// Reads the documents of a window of one number one by one, whatever they hold; of many that are large,
    /// some.
    WindowAnswer readAlone(Window window) throws ElasticException;

    /// Goes on with it.
    ///
    /// @param left of [WindowAnswer.Part]; a copy that never gives a part has none
    default WindowAnswer readAlone(Window window, List<Hit> left) throws ElasticException {
        throw new IllegalStateException("nothing was left of " + window);
    }

    /// Opens a point in time that holds everything that searches can see now.
    Snapshot snapshot() throws ElasticException;
}
