package io.shardstream.common.runfile;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// How to reach Kafka, and how safely the run's topics are kept.
///
/// @param bootstrap one or more `host:port`
/// @param replication replication factor of the run's topics, 1 to 100; empty for one that suits the brokers
/// @param properties further client properties; secrets even where they are plain, so that none is ever printed by
/// mistake
public record KafkaConfig(List<String> bootstrap, OptionalInt replication, Map<String, Secret> properties) {
    public KafkaConfig {
        bootstrap = List.copyOf(bootstrap);
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        if (bootstrap.isEmpty()) {
            throw new IllegalArgumentException("Kafka needs a bootstrap address");
        }
    }
}
