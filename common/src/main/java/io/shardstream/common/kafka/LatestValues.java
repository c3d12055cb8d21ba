package io.shardstream.common.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// The last value of each key (UTF-8) of a compacted partition, in the order of their first appearance, and
/// where it stands.
final class LatestValues {
    private final Map<String, byte[]> values = new LinkedHashMap<>();
    private final Map<String, Place> places = new HashMap<>();

    /// Where a value stands.
    ///
    /// @param at when it was written, as the record says
    record Place(String topic, int partition, long offset, Instant at) {}

    /// What has no key counts for nothing; what has no value takes the key away.
    void keep(ConsumerRecord<byte[], byte[]> kafka) {
        byte[] key = kafka.key();
        if (key == null) {
            return;
        }
        String name = new String(key, StandardCharsets.UTF_8);
        if (kafka.value() == null) {
            values.remove(name);
            places.remove(name);
        } else {
            values.put(name, kafka.value());
            places.put(
                    name,
                    new Place(
                            kafka.topic(),
                            kafka.partition(),
                            kafka.offset(),
                            Instant.ofEpochMilli(Math.max(0, kafka.timestamp()))));
        }
    }

    void clear() {
        values.clear();
        places.clear();
    }

    Map<String, byte[]> values() {
        return values;
    }

    Map<String, Place> places() {
        return places;
    }
}
