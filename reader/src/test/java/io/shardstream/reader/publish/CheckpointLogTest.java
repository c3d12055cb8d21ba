package io.shardstream.reader.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunTopics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class CheckpointLogTest {
    private static final RunTopics TOPICS = new RunTopics("run");

    @Test
    void earlierReadersAreFencedBeforeTheirLastCheckpointIsRead() {
        MockProducer<byte[], byte[]> producer =
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        List<Boolean> fencedAtReading = new ArrayList<>();
        CheckpointLog.Partition empty = _ -> {
            fencedAtReading.add(producer.transactionInitialized());
            return Map.of();
        };

        try (CheckpointLog log = CheckpointLog.takeOver(producer, empty, TOPICS.slices(), 3, () -> RunFormat.FIRST)) {
            assertThat(log.last()).isNull();
        }

        assertThat(fencedAtReading).containsExactly(true);
    }

    @Test
    void allReadersOfAShardHaveOneTransactionalIdAndThoseOfAnotherHaveAnother() {
        Object id = ProducerSettings.ofCheckpoints(TOPICS, 3).get(ProducerConfig.TRANSACTIONAL_ID_CONFIG);

        assertThat(id).isEqualTo(TOPICS.sliceTransactionalId(3));
        assertThat(ProducerSettings.ofCheckpoints(TOPICS, 3))
                .containsEntry(ProducerConfig.TRANSACTIONAL_ID_CONFIG, TOPICS.sliceTransactionalId(3));
        assertThat(TOPICS.sliceTransactionalId(4)).isNotEqualTo(id);
    }
}
