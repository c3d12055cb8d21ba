package io.shardstream.common.loop;

import java.time.Instant;
import java.time.InstantSource;

/// The time of day when this was made, and what has passed since. What waits by it does not stand still when
/// somebody sets the machine's clock back.
public final class SteadyClock implements InstantSource {
    private final Instant begun = Instant.now();
    private final long nanos = System.nanoTime();

    @Override
    public Instant instant() {
        return begun.plusNanos(System.nanoTime() - nanos);
    }
}
