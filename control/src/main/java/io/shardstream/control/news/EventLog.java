package io.shardstream.control.news;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.record.Event;
import io.shardstream.common.topic.RunTopics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes what happened into the events topic. What cannot be written is not told to others: the run does not wait for
/// it.
public final class EventLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventLog.class);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final Producer<byte[], byte[]> producer;
    private final String topic;

    /// @param producer used by nobody else, closed with this
    EventLog(Producer<byte[], byte[]> producer, String topic) {
        this.producer = producer;
        this.topic = topic;
    }

    public static EventLog of(KafkaConnection kafka, RunTopics topics) {
        return new EventLog(
                kafka.producer(
                        "shardstream-events", Map.of(ProducerConfig.MAX_BLOCK_MS_CONFIG, LONGEST_WAIT.toMillis())),
                topics.events());
    }

    public void write(List<Event> events) {
        try {
            events.forEach(event ->
                    producer.send(new ProducerRecord<>(topic, 0, null, event.encode()), (_, failure) -> tell(failure)));
        } catch (KafkaException e) {
            tell(e);
        }
    }

    private static void tell(Exception failure) {
        LOG.debug("An event could not be written", failure);
    }

    @Override
    public void close() {
        producer.close(LONGEST_WAIT);
    }
}
