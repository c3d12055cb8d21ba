package io.shardstream.control.survey.broker;

import java.util.Map;

/// One of the run's topics that is there already.
///
/// @param records how many records it holds or has held
/// @param replicas on how many brokers each of its partitions is kept, at least
/// @param settings its effective settings
public record TopicFacts(String name, long records, int replicas, Map<String, String> settings) {
    public TopicFacts {
        settings = Map.copyOf(settings);
    }
}
