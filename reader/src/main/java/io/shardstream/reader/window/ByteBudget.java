package io.shardstream.reader.window;

import org.jspecify.annotations.Nullable;

/// The bytes that all shards of one process may hold at once, from a request until Kafka has
/// acknowledged what it brought. Used by one thread only.
public final class ByteBudget {
    private final long limit;
    private long held;

    public ByteBudget(long limit) {
        this.limit = limit;
    }

    /// Takes that many bytes, if they are free or if nothing is held at all: a budget that is smaller
    /// than one response makes reading slow, not impossible.
    ///
    /// @return null if they are not free
    public @Nullable Share take(long bytes) {
        if (held > 0 && held + bytes > limit) {
            return null;
        }
        return new Share(bytes);
    }

    public long held() {
        return held;
    }

    /// A part of the budget.
    public final class Share {
        private long bytes;

        private Share(long bytes) {
            this.bytes = bytes;
            held += bytes;
        }

        /// Keeps that many bytes and gives the rest back.
        public void keep(long fewer) {
            held += fewer - bytes;
            bytes = fewer;
        }

        /// Gives all back; a second time does nothing.
        public void release() {
            keep(0);
        }
    }
}
