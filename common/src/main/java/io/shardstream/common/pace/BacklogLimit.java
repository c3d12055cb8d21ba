package io.shardstream.common.pace;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;

/// How many bytes of documents may wait in Kafka for the writers.
///
/// Where the run file does not say, it is the least of 10 GiB, a tenth of what is free on the fullest disk of
/// all brokers, and five minutes of writing, but 256 MiB of that at least: reading further ahead loads
/// production for nothing.
///
/// @param said in bytes, by the run file, `docs.max-backlog`
/// @param room free bytes of that disk when this process began; empty if it is not known
public record BacklogLimit(OptionalLong said, OptionalLong room) {
    private static final long MOST = 10L << 30;
    private static final long LEAST_AHEAD = 256L << 20;
    private static final double SECONDS_AHEAD = 300;
    private static final int OF_ROOM = 10;
    /// A run does not stand still for a disk that is full at the moment: writers have to get on with something.
    private static final long LEAST = 1 << 20;

    public BacklogLimit {
        if (said.orElse(1) < 1) {
            throw new IllegalArgumentException("a backlog must be allowed a byte, got " + said.getAsLong());
        }
    }

    /// One for a process that begins.
    ///
    /// @param said in bytes, by the run file
    /// @param room asks for the free bytes of that disk; not called where the run file says a limit
    public static BacklogLimit beginning(OptionalLong said, Supplier<OptionalLong> room) {
        return new BacklogLimit(said, said.isPresent() ? OptionalLong.empty() : room.get());
    }

    /// One that stays as it is.
    public static BacklogLimit of(long bytes) {
        return new BacklogLimit(OptionalLong.of(bytes), OptionalLong.empty());
    }

    /// The most that it ever is.
    public long most() {
        return said.orElse(Math.max(LEAST, Math.min(MOST, room.orElse(Long.MAX_VALUE) / OF_ROOM)));
    }

    /// In bytes.
    ///
    /// @param written bytes that were written a second, during the last minute; empty if that is not known
    public long now(OptionalDouble written) {
        return said.isPresent() || written.isEmpty()
                ? most()
                : Math.min(most(), Math.max(LEAST_AHEAD, Math.round(written.getAsDouble() * SECONDS_AHEAD)));
    }
}
