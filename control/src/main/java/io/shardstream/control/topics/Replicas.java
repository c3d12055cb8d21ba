package io.shardstream.control.topics;

import org.apache.kafka.clients.admin.TopicDescription;

/// On how many brokers a topic is kept.
public final class Replicas {
    private Replicas() {}

    /// That of the partition which has the fewest.
    public static int least(TopicDescription topic) {
        return topic.partitions().stream()
                .mapToInt(partition -> partition.replicas().size())
                .min()
                .orElse(0);
    }
}
