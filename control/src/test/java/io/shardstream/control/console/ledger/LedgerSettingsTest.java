package io.shardstream.control.console.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.kafka.KafkaConnection;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

class LedgerSettingsTest {
    private static final short REPLICATION = 3;

    private final StreamsConfig settings = new StreamsConfig(new LedgerSettings(
                    new KafkaConnection("127.0.0.1:1", Map.of("request.timeout.ms", "7000")),
                    "cities-ledger",
                    Duration.ofSeconds(30),
                    REPLICATION)
            .all());

    @Test
    void itsMemberIsReplacedAfterTheSessionTimeoutOfTheRun() {
        assertThat(settings.getMainConsumerConfigs("cities-ledger", "client", 1))
                .containsEntry(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 30_000)
                .containsEntry(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 1_000)
                .containsEntry(ConsumerConfig.GROUP_ID_CONFIG, "cities-ledger")
                .doesNotContainKey(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    }

    @Test
    void itIsKeptExactlyOnceInAsManyCopiesAsTheRunFileSays() {
        assertThat(settings.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG))
                .isEqualTo(StreamsConfig.EXACTLY_ONCE_V2);
        assertThat(settings.getInt(StreamsConfig.REPLICATION_FACTOR_CONFIG)).isEqualTo(3);
    }

    @Test
    void itIsCommittedEveryFiveSecondsWithinATransaction() {
        assertThat(settings.getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)).isEqualTo(5_000);
        assertThat(settings.getProducerConfigs("client"))
                .containsEntry(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 10_000);
    }

    @Test
    void whatTheRunFileSaysOfKafkaHoldsForItToo() {
        assertThat(settings.originals()).containsEntry("request.timeout.ms", "7000");
    }
}
