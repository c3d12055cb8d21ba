package io.shardstream.control.state;

import io.shardstream.common.kafka.ControlRecords;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A control topic that somebody has read.
///
/// @param topic what it holds now
/// @param seen what it held then
/// @param meanwhile what others do before the write that goes by it
public record SeenInMemory(Map<String, byte[]> topic, Map<String, byte[]> seen, Runnable meanwhile)
        implements SeenControl {
    /// As it is now.
    public static SeenInMemory of(Map<String, byte[]> topic, Runnable meanwhile) {
        return new SeenInMemory(topic, Map.copyOf(topic), meanwhile);
    }

    @Override
    public ControlRecords records() {
        return new ControlRecords(seen);
    }

    @Override
    public boolean replace(String part, Map<String, byte @Nullable []> records, Set<String> unchanged) {
        meanwhile.run();
        if (Stream.concat(records.keySet().stream(), unchanged.stream())
                .anyMatch(key -> !Arrays.equals(seen.get(key), topic.get(key)))) {
            return false;
        }
        records.forEach((key, value) -> {
            if (value == null) {
                topic.remove(key);
            } else {
                topic.put(key, value);
            }
        });
        return true;
    }
}
