package io.shardstream.ittests.server;

import java.time.Duration;

/// How long a test waits for what has to happen.
public final class TestPatience {
    /// Longer than anything takes that happens at all, also on a machine whose processors are mostly taken:
    /// who waits for so long waits for ever. Nothing here says how fast anything has to be.
    public static final Duration LIMIT = Duration.ofMinutes(10);

    private TestPatience() {}
}
