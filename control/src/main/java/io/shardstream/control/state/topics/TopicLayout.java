package io.shardstream.control.state.topics;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.TopicConfig;

/// How one topic of a run is made.
///
/// @param name its name
/// @param partitions its number of partitions
/// @param required topic settings without which records would be lost or refused
/// @param preferred further ones that only save room or time, left out where the brokers' policy refuses them
record TopicLayout(String name, int partitions, Map<String, String> required, Map<String, String> preferred) {
    /// The segment that is being written is never compacted, and whoever takes a shard over reads all of it.
    private static final long COMPACTED_SEGMENT_BYTES = 16 << 20;

    /// Brokers take no smaller one (`segment.bytes` of Kafka 4).
    private static final long SMALLEST_SEGMENT_BYTES = 1 << 20;

    /// Of all partitions of a compacted topic, so that an index with many shards does not fill disks with
    /// checkpoints and a broker that starts does not read them all.
    private static final long ACTIVE_SEGMENTS_BYTES = 1 << 30;

    public TopicLayout {
        required = Map.copyOf(required);
        preferred = Map.copyOf(preferred);
    }

    /// All of them.
    Map<String, String> settings() {
        Map<String, String> all = new HashMap<>(preferred);
        all.putAll(required);
        return all;
    }

    static TopicLayout control(RunTopics topics) {
        TopicLayout compacted = compacted(topics.control(), 1);
        Map<String, String> preferred = new HashMap<>(compacted.preferred());
        preferred.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(RecordSize.MOST));
        return new TopicLayout(compacted.name(), compacted.partitions(), compacted.required(), preferred);
    }

    private static TopicLayout compacted(String name, int partitions) {
        long segment = Math.clamp(ACTIVE_SEGMENTS_BYTES / partitions, SMALLEST_SEGMENT_BYTES, COMPACTED_SEGMENT_BYTES);
        return new TopicLayout(
                name,
                partitions,
                Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT),
                Map.of(TopicConfig.SEGMENT_BYTES_CONFIG, Long.toString(segment)));
    }

    /// Those that only tell, and that a run can do without.
    static List<TopicLayout> news(RunTopics topics) {
        return List.of(
                expiring(topics.events(), Duration.ofDays(30), Duration.ofDays(1)),
                expiring(topics.members(), Duration.ofHours(1), Duration.ofMinutes(10)));
    }

    private static TopicLayout expiring(String name, Duration after, Duration segment) {
        return new TopicLayout(
                name,
                1,
                Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE),
                Map.of(
                        TopicConfig.RETENTION_MS_CONFIG, Long.toString(after.toMillis()),
                        TopicConfig.SEGMENT_MS_CONFIG, Long.toString(segment.toMillis())));
    }

    /// All that a run cannot do without.
    ///
    /// @param topics in the plan's generation
    static List<TopicLayout> all(RunTopics topics, RunPlan plan) {
        long messageBytes = DocumentLimit.messageBytesFor(plan.maxDocumentBytes());
        return Stream.concat(
                        Stream.of(control(topics)),
                        others(topics, plan.sourceShards(), plan.lanes(), messageBytes).stream())
                .toList();
    }

    static TopicLayout slices(RunTopics topics, int sourceShards) {
        return compacted(topics.slices(), sourceShards);
    }

    /// All the others, whose partitions follow from source and target.
    static List<TopicLayout> others(RunTopics topics, int sourceShards, int lanes, long maxMessageBytes) {
        return Stream.concat(Stream.of(slices(topics, sourceShards)), ofLanes(topics, lanes, maxMessageBytes).stream())
                .toList();
    }

    /// Those of one generation, docs last. Documents and rejects never expire: a record that vanished before
    /// it was written would be a document lost. Outcomes are of no use when the ledger has added them up.
    static List<TopicLayout> ofLanes(RunTopics topics, int lanes, long maxMessageBytes) {
        Map<String, String> outcomes = Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE,
                TopicConfig.RETENTION_MS_CONFIG, Retention.OF_OUTCOMES,
                TopicConfig.RETENTION_BYTES_CONFIG, Retention.FOR_EVER);
        // By the clocks of the brokers: a writer whose clock is wrong would have its outcomes expire at once, or never.
        Map<String, String> byBrokersTime = Map.of(
                TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                "LogAppendTime",
                TopicConfig.SEGMENT_MS_CONFIG,
                Long.toString(Duration.ofDays(1).toMillis()));
        Map<String, String> documents = Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_DELETE,
                TopicConfig.RETENTION_MS_CONFIG,
                Retention.FOR_EVER,
                TopicConfig.RETENTION_BYTES_CONFIG,
                Retention.FOR_EVER,
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                Long.toString(maxMessageBytes));
        return List.of(
                new TopicLayout(topics.outcomes(), lanes, outcomes, byBrokersTime),
                new TopicLayout(topics.rejects(), lanes, documents, Map.of()),
                new TopicLayout(topics.docs(), lanes, documents, Map.of()));
    }
}
