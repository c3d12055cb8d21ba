package io.shardstream.control.state.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Outcome;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class OutcomesTailTest {
    private static final TopicPartition LANE = new TopicPartition("outcomes", 0);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private long end;

    @Test
    void recordsThatGetAnOutcomeAgainAreCounted() {
        OutcomesTail tail = tail();
        say(0, 10);
        say(10, 20);
        assertThat(tail.replays()).isZero();
        say(10, 20);
        assertThat(tail.replays()).isEqualTo(1);
    }

    @Test
    void outcomesThatKafkaHasLostMayHaveBeenSuch() {
        OutcomesTail tail = tail();
        say(0, 10);
        say(10, 20);
        assertThat(tail.replays()).isZero();
        end = 1;
        consumer.updateEndOffsets(Map.of(LANE, end));
        assertThat(tail.replays()).isEqualTo(1);
        assertThat(tail.replays()).isEqualTo(1);
        say(20, 30);
        assertThat(tail.replays()).isEqualTo(1);
        say(20, 30);
        assertThat(tail.replays()).isEqualTo(2);
    }

    private OutcomesTail tail() {
        consumer.assign(List.of(LANE));
        consumer.updateBeginningOffsets(Map.of(LANE, 0L));
        consumer.updateEndOffsets(Map.of(LANE, 0L));
        consumer.seek(LANE, 0);
        return new OutcomesTail(consumer, List.of(LANE), List.of(0L));
    }

    private void say(long from, long to) {
        byte[] outcome = new Outcome(0, from, to, to - from, 0, 0, 0, 0, "http://127.0.0.1:9200").encode();
        consumer.addRecord(new ConsumerRecord<>("outcomes", 0, end++, new byte[0], outcome));
        consumer.updateEndOffsets(Map.of(LANE, end));
    }
}
