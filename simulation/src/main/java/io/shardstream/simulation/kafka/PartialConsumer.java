package io.shardstream.simulation.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.SubscriptionPattern;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metrics.KafkaMetric;

/// A consumer of which nothing works that nobody here uses.
public abstract class PartialConsumer implements Consumer<byte[], byte[]> {
    private static final Duration DEFAULT = Duration.ofSeconds(60);

    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("not modelled");
    }

    @Override
    public Set<String> subscription() {
        throw unused();
    }

    @Override
    public void subscribe(Collection<String> topics) {
        throw unused();
    }

    @Override
    public void subscribe(Pattern pattern, ConsumerRebalanceListener listener) {
        throw unused();
    }

    @Override
    public void subscribe(Pattern pattern) {
        throw unused();
    }

    @Override
    public void subscribe(SubscriptionPattern pattern, ConsumerRebalanceListener listener) {
        throw unused();
    }

    @Override
    public void subscribe(SubscriptionPattern pattern) {
        throw unused();
    }

    @Override
    public void unsubscribe() {
        throw unused();
    }

    @Override
    public void commitSync() {
        throw unused();
    }

    @Override
    public void commitSync(Duration timeout) {
        throw unused();
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
        commitSync(offsets, DEFAULT);
    }

    @Override
    public void commitAsync() {
        throw unused();
    }

    @Override
    public void commitAsync(OffsetCommitCallback callback) {
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
    public long position(TopicPartition partition, Duration timeout) {
        return position(partition);
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
        return committed(partitions, DEFAULT);
    }

    @Override
    public Uuid clientInstanceId(Duration timeout) {
        throw unused();
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        throw unused();
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        throw unused();
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic, Duration timeout) {
        throw unused();
    }

    @Override
    public Map<String, List<PartitionInfo>> listTopics() {
        throw unused();
    }

    @Override
    public Map<String, List<PartitionInfo>> listTopics(Duration timeout) {
        throw unused();
    }

    @Override
    public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times) {
        throw unused();
    }

    @Override
    public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times, Duration timeout) {
        throw unused();
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
        return beginningOffsets(partitions, DEFAULT);
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
        return endOffsets(partitions, DEFAULT);
    }

    @Override
    public ConsumerGroupMetadata groupMetadata() {
        throw unused();
    }

    @Override
    public void enforceRebalance() {
        throw unused();
    }

    @Override
    public void enforceRebalance(String reason) {
        throw unused();
    }

    @Override
    public void close() {
        close(CloseOptions.timeout(DEFAULT));
    }

    @Override
    @Deprecated
    public void close(Duration timeout) {
        throw unused();
    }

    @Override
    public void wakeup() {
        throw unused();
    }
}
