package io.shardstream.simulation.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metrics.KafkaMetric;

/// A producer of which nothing works that nobody here uses.
abstract class PartialProducer implements Producer<byte[], byte[]> {
    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("not modelled");
    }

    @Override
    public void initTransactions() {
        throw unused();
    }

    @Override
    public void beginTransaction() {
        throw unused();
    }

    @Override
    public void sendOffsetsToTransaction(
            Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata metadata) {
        throw unused();
    }

    @Override
    public void commitTransaction() {
        throw unused();
    }

    @Override
    public void abortTransaction() {
        throw unused();
    }

    @Override
    public void registerMetricForSubscription(KafkaMetric metric) {
        throw unused();
    }

    @Override
    public void unregisterMetricFromSubscription(KafkaMetric metric) {
        throw unused();
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> message) {
        return send(message, null);
    }

    @Override
    public void flush() {
        throw unused();
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        throw unused();
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        throw unused();
    }

    @Override
    public Uuid clientInstanceId(Duration timeout) {
        throw unused();
    }

    @Override
    public void close() {
        close(Duration.ofSeconds(30));
    }
}
