package io.shardstream.control.state.controller;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.ThisProcess;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.TopicPartition;

/// Membership in the group of a run's controllers: the one that has the control topic's partition controls.
/// It keeps the partition when others join. The consumer reads nothing.
final class ControllerGroup implements AutoCloseable {
    /// How the ids of its members' clients begin, before a `-` and the process.
    public static final String CLIENT = "shardstream-controllers";

    private static final Duration LEAVING = Duration.ofSeconds(2);
    private static final int HEARTBEATS_PER_SESSION = 3;

    private final Consumer<byte[], byte[]> consumer;
    private final String topic;
    private boolean isChosen;
    private volatile boolean hasJoined;

    ControllerGroup(KafkaConnection kafka, RunTopics topics, Duration sessionTimeout) {
        this(consumer(kafka, topics, Math.toIntExact(sessionTimeout.toMillis())), topics.control());
    }

    /// @param topic the control topic
    ControllerGroup(Consumer<byte[], byte[]> consumer, String topic) {
        this.topic = topic;
        this.consumer = consumer;
        join();
    }

    private static Consumer<byte[], byte[]> consumer(KafkaConnection kafka, RunTopics topics, int session) {
        return kafka.consumer(
                ThisProcess.clientId(CLIENT),
                Map.of(
                        ConsumerConfig.GROUP_ID_CONFIG,
                        topics.controllersGroup(),
                        ConsumerConfig.GROUP_PROTOCOL_CONFIG,
                        "classic",
                        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                        CooperativeStickyAssignor.class.getName(),
                        ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
                        session,
                        ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
                        session / HEARTBEATS_PER_SESSION));
    }

    /// Takes part in the group's life; does not wait.
    void poll() {
        consumer.poll(Duration.ZERO);
        if (!hasJoined) {
            hasJoined = consumer.groupMetadata().generationId() >= 0;
        }
    }

    /// Whether the group has taken this member in, chosen or not, at some time. Asked by any thread.
    boolean hasJoined() {
        return hasJoined;
    }

    /// Whether this member has the partition.
    boolean isChosen() {
        return isChosen;
    }

    /// Leaves, and joins again as a newcomer.
    void rejoin() {
        leave();
        join();
    }

    /// Leaves until it is to [#join()] again. It must not [#poll()] in between.
    void leave() {
        consumer.unsubscribe();
        isChosen = false;
    }

    void join() {
        consumer.subscribe(List.of(topic), new Assignment());
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(LEAVING));
    }

    private final class Assignment implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            consumer.pause(partitions);
            // Without a position the consumer would look for a committed one, and there is none.
            partitions.forEach(partition -> consumer.seek(partition, 0));
            isChosen |= !partitions.isEmpty();
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            isChosen &= partitions.isEmpty();
        }
    }
}
