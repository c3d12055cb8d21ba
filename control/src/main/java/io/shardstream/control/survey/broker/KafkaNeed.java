package io.shardstream.control.survey.broker;

import io.shardstream.common.topic.Trim;
import java.time.Duration;
import java.util.OptionalLong;

/// What the run file asks of Kafka.
///
/// @param replication of the run's topics
/// @param maxBacklog bytes of documents that may wait for the writers
/// @param trim what is taken away from the docs topic while the run works
/// @param sessionTimeout of readers and writers
/// @param documentBytes bytes of all documents; empty if that could not be measured
public record KafkaNeed(
        int replication, long maxBacklog, Trim trim, Duration sessionTimeout, OptionalLong documentBytes) {
    /// Bytes of documents that may lie in Kafka at once, all copies together, before they are compressed: the backlog
    /// where what was written is taken away, else everything.
    public long bytes() {
        long all = documentBytes.orElse(maxBacklog);
        return replication * (trim == Trim.WRITTEN ? Math.min(all, maxBacklog) : all);
    }
}
