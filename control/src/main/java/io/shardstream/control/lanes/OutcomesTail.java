package io.shardstream.control.lanes;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.ReadToEnd;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.record.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/// Follows the outcomes and counts those of records that had one already.
final class OutcomesTail implements AutoCloseable {
    private final Consumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;
    private final List<Long> highest;
    private long replays;

    private OutcomesTail(Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions, List<Long> committed) {
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
        ReadToEnd.read(consumer, partitions, this::count);
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
