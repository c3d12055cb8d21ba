package io.shardstream.control.console.ledger;

import io.shardstream.common.group.MemberSettings;
import io.shardstream.common.kafka.KafkaConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/// What Kafka Streams is told to keep the ledger by.
///
/// @param kafka where
/// @param application names the group, and the topics in which the stores are kept
/// @param sessionTimeout after which a process that is silent is replaced
/// @param replication replicas of those topics
record LedgerSettings(KafkaConnection kafka, String application, Duration sessionTimeout, short replication) {
    /// Never made: without stores on disk Kafka Streams writes no file (`StateDirectory`).
    static final Path FOLDER = Path.of(System.getProperty("java.io.tmpdir"), "shardstream-ledger");

    /// Each commit writes a record for each lane that has news. Whoever asks for the sums sees those that are
    /// not committed yet. Less than the 10 s after which Kafka Streams has its transactions given up.
    private static final Duration COMMIT_EVERY = Duration.ofSeconds(5);
    private static final long MOST_CACHED = 8L << 20;

    /// Members have no name of their own in the group (`group.instance.id`): a thread that takes the place of
    /// one that failed gets another name from Kafka Streams, and waits for the session of the one before all
    /// the same.
    Map<String, Object> all() {
        Map<String, Object> settings = new HashMap<>(kafka.settings("shardstream-ledger"));
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, application);
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, FOLDER.toString());
        settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 1);
        settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, (int) replication);
        settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_EVERY.toMillis());
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, MOST_CACHED);
        long heartbeats = MemberSettings.of(sessionTimeout).heartbeats().toMillis();
        settings.put(consumer(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), Math.toIntExact(sessionTimeout.toMillis()));
        settings.put(consumer(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), Math.toIntExact(Math.max(1, heartbeats)));
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
        return settings;
    }

    private static String consumer(String setting) {
        return StreamsConfig.consumerPrefix(setting);
    }
}
