package io.shardstream.control.lanes;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.record.Reject;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/// Reads a topic from its start to what is its end now.
final class RejectsScan {
    private static final Duration POLL = Duration.ofMillis(200);
    /// A minute without a record while there must be more.
    private static final int MOST_EMPTY_POLLS = 300;

    private RejectsScan() {}

    static void forEach(KafkaConnection kafka, String topic, int partitions, Consumer<Reject> sink) {
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        Map<String, Object> settings = Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        try (var consumer = kafka.consumer("shardstream-rejects", settings)) {
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            Set<TopicPartition> unread = new HashSet<>(all);
            int emptyPolls = 0;
            while (true) {
                unread.removeIf(one -> consumer.position(one) >= ends.getOrDefault(one, 0L));
                if (unread.isEmpty()) {
                    return;
                }
                ConsumerRecords<byte[], byte[]> more = consumer.poll(POLL);
                more.forEach(kafkaRecord -> sink.accept(Reject.from(kafkaRecord)));
                emptyPolls = more.isEmpty() ? emptyPolls + 1 : 0;
                if (emptyPolls > MOST_EMPTY_POLLS) {
                    throw new TimeoutException("Kafka gives no more rejects although there are some");
                }
            }
        }
    }
}
