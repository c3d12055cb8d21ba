package io.shardstream.control.state;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.kafka.ReadToEnd;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The last checkpoint of every source shard, followed as they are written. Where Kafka has lost some of them the
/// topic is read again from its start.
final class SlicesTail {
    private static final Logger LOG = LoggerFactory.getLogger(SlicesTail.class);

    private final Consumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;
    private final String docsTopicId;
    private final Map<Integer, Checkpoint> latest = new HashMap<>();

    /// @param consumer a `read_committed` one, used by nobody else
    /// @param docsTopicId `done` of another docs topic counts as -1
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
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked, or gives nothing for a minute
    Map<Integer, Checkpoint> read() {
        try {
            ReadToEnd.read(consumer, partitions, this::keep);
        } catch (OffsetOutOfRangeException e) {
            LOG.warn("The checkpoints are read again from the start of their topic: {}", e.getMessage());
            Map<Integer, Checkpoint> before = Map.copyOf(latest);
            latest.clear();
            consumer.seekToBeginning(partitions);
            ReadToEnd.read(consumer, partitions, this::keep);
            loss(before, latest).ifPresent(LOG::warn);
        }
        return latest;
    }

    /// What the run has lost with the end of a partition. A reader that is at work makes up for it with its
    /// next checkpoint.
    ///
    /// @return a sentence; empty if there is nothing that was not there before
    static Optional<String> loss(Map<Integer, Checkpoint> before, Map<Integer, Checkpoint> now) {
        List<Integer> shards = before.entrySet().stream()
                .filter(one -> isLost(one.getValue(), now.get(one.getKey())))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        return shards.isEmpty()
                ? Optional.empty()
                : Optional.of("Kafka has lost the last checkpoints of shards " + shards + ": unless their readers are"
                        + " still at work, what was read since the older ones is read again, and all of a shard that"
                        + " has none. If the source was restored, or a stale copy was made its primary, since then,"
                        + " run 'verify --content all --repair' when everything is read.");
    }

    private static boolean isLost(Checkpoint before, @Nullable Checkpoint now) {
        return now == null
                || now.lineage() < before.lineage()
                || (now.lineage() == before.lineage() && now.readUpTo() < before.readUpTo());
    }

    private void keep(ConsumerRecord<byte[], byte[]> kafka) {
        byte[] value = kafka.value();
        if (value == null) {
            latest.remove(kafka.partition());
            return;
        }
        latest.put(kafka.partition(), Checkpoint.decode(value).in(docsTopicId));
    }
}
