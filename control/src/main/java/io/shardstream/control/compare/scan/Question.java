package io.shardstream.control.compare.scan;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;

/// What one copy is asked. It may be asked again, of another copy, from the start.
@FunctionalInterface
public interface Question<T> {
    /// @param visible what the copy's searches show
    T ask(ScannedCopy copy, Visible visible) throws ElasticException, NotPrimaryException;
}
