package io.shardstream.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.group.Pin;
import io.shardstream.common.group.PinnedGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ShardGroupTest {
    private int divisions;
    private PrimaryNodes primaries = PrimaryNodes.UNKNOWN;
    private long nanos;
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none") {
        @Override
        public void enforceRebalance(String reason) {
            divisions++;
        }
    };
    private final List<Integer> gained = new ArrayList<>();
    private final List<Integer> left = new ArrayList<>();
    private final ShardGroup group = new ShardGroup(
            new PinnedGroup(Pin.AUTO, () -> primaries, () -> nanos), consumer, "slices", gained::add, left::add);

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

    @Test
    void theGroupIsDividedAnewWhenPrimariesAreElsewhere() {
        assign(1);
        assertThat(divisions).isZero();

        primaries = new PrimaryNodes(List.of("a", "b"));
        group.poll();
        nanos += Duration.ofMinutes(1).toNanos();
        group.poll();
        assertThat(divisions).isEqualTo(1);
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
