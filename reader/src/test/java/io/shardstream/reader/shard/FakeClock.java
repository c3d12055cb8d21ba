package io.shardstream.reader.shard;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that stands until it is told to go on.
public final class FakeClock implements InstantSource {
    private Instant now = Instant.EPOCH;

    @Override
    public Instant instant() {
        return now;
    }

    public void advance(Duration by) {
        now = now.plus(by);
    }
}
