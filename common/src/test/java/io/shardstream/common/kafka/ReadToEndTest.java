package io.shardstream.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class ReadToEndTest {
    private static final TopicPartition FIRST = new TopicPartition("topic", 0);
    private static final TopicPartition SECOND = new TopicPartition("topic", 1);
    private static final List<TopicPartition> BOTH = List.of(FIRST, SECOND);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final List<String> read = new ArrayList<>();

    @Test
    void everythingUpToBothEndsIsReadThoughItComesLate() {
        ends(2, 1);
        add(FIRST, 0);
        consumer.schedulePollTask(() -> {});
        consumer.schedulePollTask(() -> add(SECOND, 0));
        consumer.schedulePollTask(() -> add(FIRST, 1));

        ReadToEnd.read(consumer, BOTH, this::keep);

        assertThat(read).containsExactly("topic-0@0", "topic-1@0", "topic-0@1");
    }

    @Test
    void whatHoldsNoRecordIsPassed() {
        ends(3, 0);
        add(FIRST, 0);
        consumer.schedulePollTask(() -> {});
        consumer.schedulePollTask(() -> consumer.seek(FIRST, 3));

        ReadToEnd.read(consumer, BOTH, this::keep);

        assertThat(read).containsExactly("topic-0@0");
    }

    @Test
    void whoHasEnoughIsToldWhatIsLeft() {
        ends(5, 4);
        consumer.schedulePollTask(() -> add(FIRST, 0));
        consumer.schedulePollTask(() -> add(SECOND, 0));

        long left = ReadToEnd.read(consumer, BOTH, this::keep, () -> read.size() == 2);

        assertThat(left).isEqualTo(7);
    }

    @Test
    void aTopicThatGivesNothingMoreIsNotWaitedForForEver() {
        ends(2, 2);
        add(FIRST, 0);

        assertThatThrownBy(() -> ReadToEnd.read(consumer, BOTH, this::keep))
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("3 more records")
                .hasMessageContaining("topic-1");
    }

    @Test
    void aTopicThatGivesLittleAtATimeIsReadToItsEnd() {
        int records = 400;
        ends(records, 0);
        for (int i = 0; i < records; i++) {
            long offset = i;
            consumer.schedulePollTask(() -> add(FIRST, offset));
        }

        ReadToEnd.read(consumer, BOTH, this::keep);

        assertThat(read).hasSize(records);
    }

    @Test
    void aTopicThatEndsBelowWhatWasReadIsNotTakenForOneWithoutNews() {
        ends(2, 0);
        add(FIRST, 0);
        add(FIRST, 1);
        ReadToEnd.read(consumer, BOTH, this::keep);
        consumer.updateEndOffsets(Map.of(FIRST, 1L));

        assertThatThrownBy(() -> ReadToEnd.read(consumer, BOTH, this::keep))
                .isInstanceOf(OffsetOutOfRangeException.class)
                .hasMessageContaining("Kafka has lost records of [topic-0] that were read before");
    }

    private void ends(long first, long second) {
        consumer.assign(BOTH);
        consumer.updateBeginningOffsets(Map.of(FIRST, 0L, SECOND, 0L));
        consumer.updateEndOffsets(Map.of(FIRST, first, SECOND, second));
        consumer.seekToBeginning(BOTH);
    }

    private void add(TopicPartition partition, long offset) {
        consumer.addRecord(
                new ConsumerRecord<>(partition.topic(), partition.partition(), offset, new byte[0], new byte[0]));
    }

    private void keep(ConsumerRecord<byte[], byte[]> kafka) {
        read.add(kafka.topic() + "-" + kafka.partition() + "@" + kafka.offset());
    }
}
