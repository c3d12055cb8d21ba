package io.shardstream.common.runfile;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The value of one key while a run file is being read: there, or a problem that was reported.
final class Field<T> {
    private final int line;
    private final String key;
    private final @Nullable T value;

    Field(int line, String key, @Nullable T value) {
        this.line = line;
        this.key = key;
        this.value = value;
    }

    int line() {
        return line;
    }

    String key() {
        return key;
    }

    Optional<T> ifValid() {
        return Optional.ofNullable(value);
    }

    /// The value of a file without problems.
    T get() {
        if (value == null) {
            throw new IllegalStateException(key + " was refused");
        }
        return value;
    }
}
