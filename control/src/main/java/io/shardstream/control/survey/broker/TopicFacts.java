package io.shardstream.control.survey.broker;

import java.util.Map;

/// One of the run's topics that is there already.
///
/// @param records how many records it holds or has held
/// @param settings its effective settings
public record TopicFacts(String name, long records, Map<String, String> settings) {
    public TopicFacts {
        settings = Map.copyOf(settings);
    }
}
