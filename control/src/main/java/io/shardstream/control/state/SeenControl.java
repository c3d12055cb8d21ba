package io.shardstream.control.state;

import io.shardstream.common.kafka.ControlRecords;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the control topic says, as somebody has read it who is about to change something of it.
public interface SeenControl {
    ControlRecords records();

    /// Writes these records, unless somebody else has written one of their keys since this was read: then nothing is
    /// changed, and who wants the change reads anew.
    ///
    /// @param part a name that all have in common who change these keys
    /// @param records values by key, null for none
    /// @return whether they were written
    default boolean replace(String part, Map<String, byte @Nullable []> records) {
        return replace(part, records, Set.of());
    }

    /// The same, unless one of those other keys was written, either.
    ///
    /// @param unchanged what the change goes by beside what it replaces
    boolean replace(String part, Map<String, byte @Nullable []> records, Set<String> unchanged);
}
