package io.shardstream.control.controller;

import io.shardstream.common.kafka.ControlRecords;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A control topic in memory, of which each journal that takes over fences those before it.
public final class MemoryTopic {
    private final Map<String, byte[]> values = new HashMap<>();
    private int fence;
    private long end;

    public Journal journal() {
        return new Journal() {
            private int mine;

            @Override
            public ControlRecords takeOver() {
                mine = ++fence;
                return latest();
            }

            @Override
            public long write(Map<String, byte @Nullable []> records) {
                if (mine != fence) {
                    throw new DeposedException(new IllegalStateException("fenced"));
                }
                records.forEach(MemoryTopic.this::say);
                return end - 1;
            }

            @Override
            public ControlRecords latest() {
                return said();
            }

            @Override
            public long end() {
                return end;
            }

            @Override
            public void close() {}
        };
    }

    /// Writes as somebody else, such as a command.
    public void say(String key, byte @Nullable [] value) {
        end++;
        if (value == null) {
            values.remove(key);
        } else {
            values.put(key, value);
        }
    }

    public ControlRecords said() {
        return new ControlRecords(values);
    }
}
