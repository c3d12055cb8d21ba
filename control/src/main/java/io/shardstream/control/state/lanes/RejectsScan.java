package io.shardstream.control.state.lanes;

import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.ReadToEnd;
import io.shardstream.control.state.RejectsTopic;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;

/// Reads a rejects topic from its start to what is its end now.
public final class RejectsScan {
    private RejectsScan() {}

    /// @param topics in the generation that is read
    /// @param sink told each record with its lane; those of one lane in the order in which they were written
    /// @throws io.shardstream.control.state.RejectsGoneException if the topic is gone
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked, or gives nothing for a minute
    /// @throws io.shardstream.common.contract.record.UnknownRecordException if another version wrote a reject
    public static void forEach(
            KafkaConnection kafka, RunTopics topics, int partitions, ObjIntConsumer<RejectRecord> sink) {
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topics.rejects(), partition))
                .toList();
        try (var consumer = kafka.briefConsumer("shardstream-rejects", Map.of())) {
            consumer.assign(all);
            consumer.seekToBeginning(all);
            long _ = RejectsTopic.read(
                    kafka,
                    topics,
                    () -> ReadToEnd.read(
                            consumer,
                            all,
                            kafkaRecord -> sink.accept(RejectRecord.from(kafkaRecord), kafkaRecord.partition()),
                            () -> false));
        }
    }
}
