package io.shardstream.common.kafka;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.seal.Sealing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// A consumer that opens what was sealed.
class OpeningConsumer extends KafkaConsumer<byte[], byte[]> {
    private final Sealing sealing;

    OpeningConsumer(Map<String, Object> settings, Sealing sealing) {
        super(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.sealing = sealing;
    }

    /// @throws io.shardstream.common.loop.BlockedException if a record cannot be opened; it and those beside it do not
    ///     come again
    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        ConsumerRecords<byte[], byte[]> polled = super.poll(timeout);
        Set<TopicPartition> partitions = polled.partitions();
        if (partitions.stream().noneMatch(one -> RunTopics.holdsDocuments(one.topic()))) {
            return polled;
        }
        boolean isAsItWas = true;
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> opened = new HashMap<>();
        for (TopicPartition partition : partitions) {
            List<ConsumerRecord<byte[], byte[]>> records = polled.records(partition);
            if (RunTopics.holdsDocuments(partition.topic())) {
                List<ConsumerRecord<byte[], byte[]>> sealed = records;
                records = new ArrayList<>(sealed.size());
                for (ConsumerRecord<byte[], byte[]> record : sealed) {
                    ConsumerRecord<byte[], byte[]> open = sealing.open(record);
                    isAsItWas &= open.equals(record);
                    records.add(open);
                }
            }
            opened.put(partition, records);
        }
        return isAsItWas ? polled : new ConsumerRecords<>(opened, polled.nextOffsets());
    }
}
