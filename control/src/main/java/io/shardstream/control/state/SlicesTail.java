package io.shardstream.control.state;

import io.shardstream.common.record.Checkpoint;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/// The last checkpoint of every source shard, followed as they are written.
final class SlicesTail {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int MOST_EMPTY_POLLS = 300;

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
    ///
    /// @throws TimeoutException if Kafka gives nothing for long although there must be more
    Map<Integer, Checkpoint> read() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        int emptyPolls = 0;
        while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.getOrDefault(one, 0L))) {
            ConsumerRecords<byte[], byte[]> more = consumer.poll(POLL);
            more.forEach(this::keep);
            emptyPolls = more.isEmpty() ? emptyPolls + 1 : 0;
            if (emptyPolls > MOST_EMPTY_POLLS) {
                throw new TimeoutException("Kafka gives no more checkpoints although there are some");
            }
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
