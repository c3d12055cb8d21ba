package io.shardstream.common.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class CompactedPartitionTest {
    private static final TopicPartition PARTITION = new TopicPartition("topic", 0);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");

    /// A broker that says where the topic ends may give nothing of it for a minute.
    @Test
    void whoHasNoMoreTimeIsNotKeptByABrokerThatGivesNoRecords() {
        ends(2);
        AtomicInteger looks = new AtomicInteger();
        assertThatThrownBy(() -> CompactedPartition.within(consumer, PARTITION, () -> looks.incrementAndGet() > 3))
                .isInstanceOf(TimeoutException.class)
                .hasMessage("2 records of it were not read in time");
        assertThat(looks).hasValue(4);
    }

    @Test
    void whatIsReadInTimeIsAll() {
        ends(1);
        consumer.schedulePollTask(
                () -> consumer.addRecord(new ConsumerRecord<>("topic", 0, 0, "plan".getBytes(UTF_8), new byte[] {1})));
        assertThat(CompactedPartition.within(consumer, PARTITION, () -> false).values())
                .containsOnlyKeys("plan");
    }

    private void ends(long end) {
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.updateEndOffsets(Map.of(PARTITION, end));
    }
}
