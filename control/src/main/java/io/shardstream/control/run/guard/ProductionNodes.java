package io.shardstream.control.run.guard;

import io.shardstream.common.elastic.ElasticException;
import java.util.List;
import java.util.Map;

/// The data nodes of one side, as they are asked how production fares there. All calls block.
interface ProductionNodes {
    /// A sample of each data node.
    NodeSamples sample() throws ElasticException;

    /// How long canaries took just now, in milliseconds, on each node that was sent some; nothing without one.
    Map<String, List<Double>> canaries() throws ElasticException;
}
