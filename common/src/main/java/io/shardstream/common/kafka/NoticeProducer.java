package io.shardstream.common.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes records that only tell, into a topic of one partition. Nobody waits for them longer than a second:
/// what cannot be written is dropped.
public final class NoticeProducer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NoticeProducer.class);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final Supplier<Producer<byte[], byte[]>> producers;
    private final String topic;
    /// Made when there is something to tell for the first time, as a process that starts has enough to do.
    private @Nullable Producer<byte[], byte[]> producer;
    /// Told last; written by the producer's thread too.
    private volatile String complaint = "";

    /// @param producers makes one that is used by nobody else, closed with this
    NoticeProducer(Supplier<Producer<byte[], byte[]>> producers, String topic) {
        this.producers = producers;
        this.topic = topic;
    }

    public static NoticeProducer of(KafkaConnection kafka, String clientId, String topic) {
        return new NoticeProducer(
                () -> kafka.producer(clientId, Map.of(ProducerConfig.MAX_BLOCK_MS_CONFIG, LONGEST_WAIT.toMillis())),
                topic);
    }

    public void tell(byte[] value) {
        tell(null, value);
    }

    /// @param key in UTF-8; null for none
    public synchronized void tell(byte @Nullable [] key, byte[] value) {
        try {
            Producer<byte[], byte[]> made = producer;
            if (made == null) {
                made = producers.get();
                producer = made;
            }
            var _ = made.send(new ProducerRecord<>(topic, 0, key, value), (_, failure) -> dropped(failure));
        } catch (KafkaException e) {
            dropped(e);
        }
    }

    /// That Kafka is away is said by others, that it refuses this topic alone by nobody else.
    private void dropped(@Nullable Exception failure) {
        if (failure == null) {
            return;
        }
        LOG.debug("Something could not be told", failure);
        String why = KafkaRefusal.sentence(failure).orElse("");
        if (!why.isEmpty() && !why.equals(complaint)) {
            complaint = why;
            LOG.warn("What this process does is not told, and the run goes on: {}", why);
        }
    }

    @Override
    public synchronized void close() {
        if (producer != null) {
            producer.close(LONGEST_WAIT);
        }
    }
}
