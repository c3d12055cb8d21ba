package io.shardstream.control.state.lanes;

import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.ReadToEnd;
import io.shardstream.common.loop.HalfMade;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows the outcomes and counts those of records that had one already. Outcomes that Kafka has lost count
/// as one of these.
final class OutcomesTail implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutcomesTail.class);

    private final Consumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;
    private final List<Long> highest;
    private long replays;

    /// @param consumer where following begins, closed with this
    OutcomesTail(Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions, List<Long> committed) {
        this.consumer = consumer;
        this.partitions = partitions;
        this.highest = new ArrayList<>(committed);
    }

    /// @param committed by lane, the offset below which every record has its outcome
    static OutcomesTail fromNow(KafkaConnection kafka, String topic, List<Long> committed) {
        List<TopicPartition> partitions = IntStream.range(0, committed.size())
                .mapToObj(lane -> new TopicPartition(topic, lane))
                .toList();
        try (HalfMade made = new HalfMade()) {
            Consumer<byte[], byte[]> consumer = kafka.consumer("shardstream-outcomes", Map.of());
            made.part(consumer, () -> KafkaConnection.close(consumer));
            consumer.assign(partitions);
            consumer.endOffsets(partitions).forEach(consumer::seek);
            made.keep();
            return new OutcomesTail(consumer, partitions, committed);
        }
    }

    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked, or gives nothing for a minute
    long replays() {
        try {
            ReadToEnd.read(consumer, partitions, this::count);
        } catch (OffsetOutOfRangeException e) {
            // Whether a record got a second outcome meanwhile is not known.
            LOG.warn("Outcomes are followed from the end of their topic: {}", e.getMessage());
            consumer.endOffsets(partitions).forEach(consumer::seek);
            replays++;
        }
        return replays;
    }

    private void count(ConsumerRecord<byte[], byte[]> kafka) {
        Outcome outcome = Outcome.decode(kafka.value());
        if (outcome.from() < highest.get(outcome.lane())) {
            replays++;
        }
        highest.set(outcome.lane(), Math.max(highest.get(outcome.lane()), outcome.to()));
    }

    @Override
    public void close() {
        KafkaConnection.close(consumer);
    }
}
