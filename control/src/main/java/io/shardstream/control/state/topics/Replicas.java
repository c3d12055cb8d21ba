package io.shardstream.control.state.topics;

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

    /// How many have all records, of the partition in which the fewest do.
    public static int leastInSync(TopicDescription topic) {
        return topic.partitions().stream()
                .mapToInt(partition -> partition.isr().size())
                .min()
                .orElse(0);
    }
}
