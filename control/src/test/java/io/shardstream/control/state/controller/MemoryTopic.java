package io.shardstream.control.state.controller;

import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.kafka.ControlRecords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A control topic in memory, of which each journal that takes over fences those before it.
public final class MemoryTopic {
    private final Map<String, byte[]> values = new HashMap<>();
    /// The keys of each write of a controller, in their order.
    public final List<Set<String>> writes = new ArrayList<>();
    /// All that was ever said, each at its offset.
    private final List<Said> log = new ArrayList<>();
    private int fence;
    private long end;
    private boolean isAway;
    private Runnable onWrite = () -> {};
    private Runnable beforeWrite = () -> {};

    private record Said(String key, Optional<byte[]> value) {}

    /// Told before each write of a controller, which does not see what is said then.
    public void beforeWrite(Runnable listener) {
        beforeWrite = listener;
    }

    /// Told after each write of a controller.
    public void onWrite(Runnable listener) {
        onWrite = listener;
    }

    /// What it holds now.
    public Map<String, byte[]> state() {
        return Map.copyOf(values);
    }

    /// Somebody puts Kafka's files back.
    public void putBack(Map<String, byte[]> state) {
        values.clear();
        values.putAll(state);
    }

    /// No broker answers, or they do again.
    public void away(boolean away) {
        isAway = away;
    }

    private void requireAnswer() {
        if (isAway) {
            throw new TimeoutException("no broker answers");
        }
    }

    public Journal journal() {
        return journal(RunFormat.NEWEST);
    }

    /// @param understands the newest format that its controller understands
    public Journal journal(int understands) {
        return new Journal() {
            private int mine;

            @Override
            public ControlRecords takeOver() {
                requireAnswer();
                mine = ++fence;
                return latest();
            }

            @Override
            public long write(Map<String, byte @Nullable []> records) {
                requireAnswer();
                if (mine != fence) {
                    throw new DeposedException(new IllegalStateException("fenced"));
                }
                beforeWrite.run();
                writes.add(records.keySet());
                records.forEach(MemoryTopic.this::say);
                onWrite.run();
                return end - 1;
            }

            @Override
            public ControlRecords latest() {
                return new ControlRecords(values, understands);
            }

            @Override
            public long end() {
                return end;
            }

            @Override
            public List<byte @Nullable []> values(String key, long from, long before) {
                return log.subList((int) from, (int) before).stream()
                        .filter(one -> one.key().equals(key))
                        .<byte @Nullable []>map(one -> one.value().orElse(null))
                        .toList();
            }

            @Override
            public void close() {}
        };
    }

    /// Writes as somebody else, such as a command.
    public void say(String key, byte @Nullable [] value) {
        end++;
        log.add(new Said(key, Optional.ofNullable(value)));
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
