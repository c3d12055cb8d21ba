package io.shardstream.reader;

import io.shardstream.common.group.PinnedGroup;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;

/// The group that shares the source shards: who is assigned a partition of the slices topic reads that
/// shard. The consumer reads nothing; its partitions are paused for good.
final class ShardGroup implements AutoCloseable {
    private static final Duration LEAVING = Duration.ofSeconds(5);

    private final PinnedGroup membership;
    private final Consumer<byte[], byte[]> consumer;

    /// Joins the group, with [#poll()].
    ///
    /// @param membership what the consumer was made with
    /// @param gained told on the polling thread of each shard that is this reader's from now on
    /// @param left told of each shard that is not any more, within [#poll()] or [#close()]
    public ShardGroup(
            PinnedGroup membership,
            Consumer<byte[], byte[]> consumer,
            String topic,
            IntConsumer gained,
            IntConsumer left) {
        this.membership = membership;
        this.consumer = consumer;
        consumer.subscribe(List.of(topic), new Assignment(gained, left));
    }

    /// Takes part in the group's life; does not wait.
    public void poll() {
        membership.follow(consumer);
        consumer.poll(Duration.ZERO);
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(LEAVING));
    }

    private final class Assignment implements ConsumerRebalanceListener {
        private final IntConsumer gained;
        private final IntConsumer left;

        Assignment(IntConsumer gained, IntConsumer left) {
            this.gained = gained;
            this.left = left;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            consumer.pause(partitions);
            // Without a position the consumer would look for a committed one, and there is none.
            partitions.forEach(partition -> consumer.seek(partition, 0));
            partitions.forEach(partition -> gained.accept(partition.partition()));
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            partitions.forEach(partition -> left.accept(partition.partition()));
        }
    }
}
