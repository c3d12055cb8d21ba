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
        consumer.schedulePollTask(() -> add(0, "plan"));
        assertThat(CompactedPartition.within(consumer, PARTITION, () -> false).values())
                .containsOnlyKeys("plan");
    }

    /// As of a command that was killed: what it has left hides what others have committed.
    @Test
    void whatLiesBehindAnOpenTransactionIsWaitedFor() {
        ends(1);
        consumer.schedulePollTask(() -> add(0, "plan"));
        consumer.schedulePollTask(() -> {});
        consumer.schedulePollTask(() -> {
            consumer.updateEndOffsets(Map.of(PARTITION, 3L));
            add(2, "controller");
        });
        assertThat(CompactedPartition.upTo(consumer, PARTITION, 3, () -> false).values())
                .containsOnlyKeys("plan", "controller");
    }

    /// Patience for transactions is none for a broker that takes its time: what is left is not theirs.
    @Test
    void aBrokerThatIsSlowIsNoTransactionThatIsOpen() {
        ends(2);
        consumer.schedulePollTask(() -> {});
        consumer.schedulePollTask(() -> add(0, "plan"));
        consumer.schedulePollTask(() -> add(1, "controller"));
        assertThat(CompactedPartition.upTo(consumer, PARTITION, 2, () -> true).values())
                .containsOnlyKeys("plan", "controller");
    }

    @Test
    void aTransactionThatStaysOpenIsNotWaitedForForEver() {
        ends(1);
        consumer.schedulePollTask(() -> add(0, "plan"));
        AtomicInteger looks = new AtomicInteger();
        assertThatThrownBy(() -> CompactedPartition.upTo(consumer, PARTITION, 3, () -> looks.incrementAndGet() > 3))
                .isInstanceOf(TimeoutException.class)
                .hasMessage("the last 2 records of topic topic do not count yet, as a transaction there is still open");
    }

    private void add(long offset, String key) {
        consumer.addRecord(new ConsumerRecord<>("topic", 0, offset, key.getBytes(UTF_8), new byte[] {1}));
    }

    private void ends(long end) {
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.updateEndOffsets(Map.of(PARTITION, end));
    }
}
