package io.shardstream.control.preflight.server;

import java.util.Map;

/// One of the run's topics that is there already.
///
/// @param records how many records it holds or has held
/// @param replicas on how many brokers each of its partitions is kept, at least
/// @param inSync how many of them have all records of it, in the partition that has fewest such
/// @param settings its effective settings; empty if they are not told
public record TopicFacts(String name, long records, int replicas, int inSync, Map<String, String> settings) {
    public TopicFacts {
        settings = Map.copyOf(settings);
    }

    /// One whose replicas are all in sync.
    public TopicFacts(String name, long records, int replicas, Map<String, String> settings) {
        this(name, records, replicas, replicas, settings);
    }
}
