package io.shardstream.control.preflight.sample;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.page.Hit;
import java.util.List;

/// Writes documents to where they do no harm.
@FunctionalInterface
public interface DocumentWriting {
    /// @return those that were refused
    /// @throws ElasticException if nothing can be said of them
    List<RefusedDocument> write(List<Hit> documents) throws ElasticException;
}
