package io.shardstream.reader.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ShardGroupTest {
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final List<Integer> gained = new ArrayList<>();
    private final List<Integer> left = new ArrayList<>();
    private final ShardGroup group = new ShardGroup(consumer, "slices", gained::add, left::add);

    @Test
    void theShardsAreThePartitionsThatTheGroupAssigns() {
        assign(1, 4);
        assertThat(gained).containsExactlyInAnyOrder(1, 4);

        assign(4, 5);
        assertThat(left).containsExactly(1);
        assertThat(gained).containsExactlyInAnyOrder(1, 4, 5);
    }

    @Test
    void nothingIsReadFromThePartitions() {
        assign(1);

        assertThat(consumer.paused()).containsExactly(partition(1));
        assertThat(consumer.position(partition(1))).isZero();
    }

    private void assign(Integer... partitions) {
        consumer.rebalance(
                List.of(partitions).stream().map(ShardGroupTest::partition).toList());
        group.poll();
    }

    private static TopicPartition partition(int number) {
        return new TopicPartition("slices", number);
    }
}
