package io.shardstream.control.state;

import io.shardstream.common.record.Checkpoint;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/// The last checkpoint of every source shard, followed as they are written.
final class SlicesTail {
    private static final Duration POLL = Duration.ofMillis(100);

    private final Consumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;
    private final String docsTopicId;
    private final Map<Integer, Checkpoint> latest = new HashMap<>();

    /// @param consumer a `read_committed` one, used by nobody else
    /// @param docsTopicId checkpoints of another docs topic count for nothing
    SlicesTail(Consumer<byte[], byte[]> consumer, String topic, int sourceShards, String docsTopicId) {
        this.consumer = consumer;
        this.docsTopicId = docsTopicId;
        this.partitions = IntStream.range(0, sourceShards)
                .mapToObj(shard -> new TopicPartition(topic, shard))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /// Reads to what is the end now.
    Map<Integer, Checkpoint> read() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.getOrDefault(one, 0L))) {
            consumer.poll(POLL).forEach(this::keep);
        }
        return latest;
    }

    private void keep(ConsumerRecord<byte[], byte[]> kafka) {
        byte[] value = kafka.value();
        if (value == null) {
            latest.remove(kafka.partition());
            return;
        }
        Checkpoint checkpoint = Checkpoint.decode(value);
        if (checkpoint.docsTopicId().equals(docsTopicId)) {
            latest.put(kafka.partition(), checkpoint);
        }
    }
}
