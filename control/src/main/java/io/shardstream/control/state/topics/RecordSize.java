package io.shardstream.control.state.topics;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.loop.BlockedException;
import java.util.Comparator;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/// How large records of the control topic may be. One that is too large does not pass by itself, and is no
/// sign that Kafka is away.
public final class RecordSize {
    /// Bytes for which the topic is made, and which a producer sends: some of a mapping or of many aliases
    /// are longer than the 1 MiB that Kafka allows by default.
    public static final int MOST = 8 << 20;

    /// What Kafka allows where nobody says otherwise (`message.max.bytes`), and a topic of an earlier version
    /// has.
    public static final int DEFAULT = 1_048_588;

    private static final int AROUND = 64 << 10;

    private RecordSize() {}

    /// What a producer needs to send them.
    public static Map<String, Object> ofProducer() {
        return Map.of(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MOST + AROUND);
    }

    /// What to throw for a failure: itself, or that a person must look where a record was too large.
    ///
    /// @param records that were written
    public static RuntimeException told(
            KafkaException failure, String topic, Map<String, ? extends byte @Nullable []> records) {
        return isTooLarge(failure) ? new BlockedException(sentence(topic, records)) : failure;
    }

    private static String sentence(String topic, Map<String, ? extends byte @Nullable []> records) {
        String key = records.keySet().stream()
                .max(Comparator.comparingInt((String one) -> length(records.get(one)))
                        .thenComparing(Comparator.naturalOrder()))
                .orElse("");
        int bytes = length(records.get(key));
        String record = "the record '%s' of %s".formatted(key, NumberText.bytes(bytes));
        return bytes > MOST
                ? "Topic %s cannot take %s: no more than %s is written. The mapping, the aliases or the shards of this run are too many for it; begin a run with fewer under another name."
                        .formatted(topic, record, NumberText.bytes(MOST))
                : "Kafka refuses %s as too large for topic %s: set max.message.bytes of that topic to %d, and start this process again."
                        .formatted(record, topic, MOST);
    }

    private static int length(byte @Nullable [] value) {
        return value == null ? 0 : value.length;
    }

    private static boolean isTooLarge(@Nullable Throwable failure) {
        return failure != null && (failure instanceof RecordTooLargeException || isTooLarge(failure.getCause()));
    }
}
