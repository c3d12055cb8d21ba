package io.shardstream.common.log;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.slf4j.spi.LoggingEventBuilder;

/// Whom a log line is about, beside the process that writes it, for machines. The sentence says the same where people
/// need it, so that nothing is missing where lines are text.
///
/// @param values by their key: numbers of shards and lanes, names of nodes and indices
public record About(Map<LogKey, Object> values) {
    /// The process, or the run as a whole.
    public static final About NOTHING = new About(Map.of());

    public About {
        Map<LogKey, Object> ordered = new EnumMap<>(LogKey.class);
        ordered.putAll(values);
        values = Collections.unmodifiableMap(ordered);
    }

    /// @param number of a source shard, from 0
    public static About shard(int number) {
        return new About(Map.of(LogKey.SHARD, number));
    }

    /// @param number of a lane, from 0
    public static About lane(int number) {
        return new About(Map.of(LogKey.LANE, number));
    }

    /// @param name `node.name` of a data node; empty for one that is not known, which says nothing
    public static About node(String name) {
        return name.isEmpty() ? NOTHING : new About(Map.of(LogKey.NODE, name));
    }

    /// @param name of an index of the source or the target
    public static About index(String name) {
        return new About(Map.of(LogKey.INDEX, name));
    }

    /// About both.
    public About and(About other) {
        Map<LogKey, Object> both = new EnumMap<>(LogKey.class);
        both.putAll(values);
        both.putAll(other.values);
        return new About(both);
    }

    /// Says so in a line that is being made.
    public LoggingEventBuilder in(LoggingEventBuilder line) {
        LoggingEventBuilder said = line;
        for (Map.Entry<LogKey, Object> one : values.entrySet()) {
            said = said.addKeyValue(one.getKey().key(), one.getValue());
        }
        return said;
    }
}
