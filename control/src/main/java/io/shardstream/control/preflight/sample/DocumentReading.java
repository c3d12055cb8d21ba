package io.shardstream.control.preflight.sample;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.page.Hit;
import java.util.List;

/// Reads what the source has in a window.
@FunctionalInterface
public interface DocumentReading {
    /// @throws ElasticException if it cannot be had
    List<Hit> read(SampleWindow window) throws ElasticException;

    /// Documents that were too large to be read.
    default long passedOver() {
        return 0;
    }
}
