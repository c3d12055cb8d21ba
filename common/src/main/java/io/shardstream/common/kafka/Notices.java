package io.shardstream.common.kafka;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes records that only tell, into a topic of one partition. Nobody waits for them longer than a second: what
/// cannot be written is dropped.
public final class Notices implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Notices.class);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final Producer<byte[], byte[]> producer;
    private final String topic;

    /// @param producer used by nobody else, closed with this
    Notices(Producer<byte[], byte[]> producer, String topic) {
        this.producer = producer;
        this.topic = topic;
    }

    public static Notices of(KafkaConnection kafka, String clientId, String topic) {
        return new Notices(
                kafka.producer(clientId, Map.of(ProducerConfig.MAX_BLOCK_MS_CONFIG, LONGEST_WAIT.toMillis())), topic);
    }

    public void tell(byte[] value) {
        try {
            var _ = producer.send(new ProducerRecord<>(topic, 0, null, value), (_, failure) -> dropped(failure));
        } catch (KafkaException e) {
            dropped(e);
        }
    }

    private static void dropped(Exception failure) {
        if (failure != null) {
            LOG.debug("Something could not be told", failure);
        }
    }

    @Override
    public void close() {
        producer.close(LONGEST_WAIT);
    }
}
