package io.shardstream.control.lanes;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.ReadToEnd;
import io.shardstream.common.record.Reject;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;

/// Reads a topic from its start to what is its end now.
final class RejectsScan {
    private RejectsScan() {}

    static void forEach(KafkaConnection kafka, String topic, int partitions, Consumer<Reject> sink) {
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        Map<String, Object> settings = Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        try (var consumer = kafka.consumer("shardstream-rejects", settings)) {
            consumer.assign(all);
            consumer.seekToBeginning(all);
            ReadToEnd.read(consumer, all, kafkaRecord -> sink.accept(Reject.from(kafkaRecord)));
        }
    }
}
