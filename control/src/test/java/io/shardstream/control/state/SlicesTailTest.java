package io.shardstream.control.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.RunFormat;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class SlicesTailTest {
    private static final String TOPIC = "slices";
    private static final TopicPartition SHARD = new TopicPartition(TOPIC, 0);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private long end;

    @Test
    void whatWentToAnotherDocsTopicIsNotReadButItsHistoryCounts() {
        SlicesTail tail = tail();
        say(new Checkpoint("gone", "index", "restored", 3, 50, 40, 400));
        assertThat(tail.read()).isEqualTo(Map.of(0, new Checkpoint("docs", "index", "restored", 3, -1, 0, 0, 50)));
    }

    @Test
    void aReaderOfBeforeTakesTheCheckpointBackToTheStart() {
        SlicesTail tail = tail();
        say(new Checkpoint("docs", "index", "restored", 3, 7, 6, 60));
        say(new Checkpoint("gone", "index", "restored", 3, 50, 40, 400));
        assertThat(tail.read()).isEqualTo(Map.of(0, new Checkpoint("docs", "index", "restored", 3, -1, 0, 0, 50)));
    }

    @Test
    void aCheckpointThatKafkaHasLostCountsNoMore() {
        SlicesTail tail = tail();
        Checkpoint first = new Checkpoint("docs", "index", "h", 1, 7, 6, 60);
        say(first);
        say(new Checkpoint("docs", "index", "h", 1, 9, 8, 80));
        assertThat(tail.read().get(0)).extracting(Checkpoint::done).isEqualTo(9L);
        end = 0;
        say(first);
        assertThat(tail.read()).isEqualTo(Map.of(0, first));
        say(new Checkpoint("docs", "index", "h", 1, 8, 7, 70));
        assertThat(tail.read().get(0)).extracting(Checkpoint::done).isEqualTo(8L);
    }

    @Test
    void whatIsLostIsToldByItsShards() {
        Map<Integer, Checkpoint> before = Map.of(
                0,
                checkpoint(1, 9),
                1,
                checkpoint(1, 9),
                2,
                checkpoint(2, 3),
                3,
                checkpoint(1, 9),
                4,
                checkpoint(1, 9));
        Map<Integer, Checkpoint> now =
                Map.of(0, checkpoint(1, 7), 2, checkpoint(1, 30), 3, checkpoint(1, 9), 4, checkpoint(2, 0));

        assertThat(SlicesTail.loss(before, now))
                .hasValueSatisfying(sentence ->
                        assertThat(sentence).startsWith("Kafka has lost the last checkpoints of shards [0, 1, 2]: "));
        assertThat(SlicesTail.loss(now, now)).isEmpty();
    }

    private static Checkpoint checkpoint(int lineage, long done) {
        return new Checkpoint("docs", "index", "h", lineage, done, 1, 1);
    }

    private SlicesTail tail() {
        consumer.updateBeginningOffsets(Map.of(SHARD, 0L));
        return new SlicesTail(consumer, TOPIC, 1, "docs");
    }

    private void say(Checkpoint checkpoint) {
        byte[] key = Checkpoint.key(0).getBytes(StandardCharsets.UTF_8);
        consumer.addRecord(new ConsumerRecord<>(TOPIC, 0, end++, key, checkpoint.encode(RunFormat.NEWEST)));
        consumer.updateEndOffsets(Map.of(SHARD, end));
    }
}
