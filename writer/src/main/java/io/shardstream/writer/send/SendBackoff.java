package io.shardstream.writer.send;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How long to wait before something is sent again: a random time between 0.1 s and a bound that
/// doubles with each failure up to 30 s, so that many senders do not come back together.
public final class SendBackoff {
    private static final long LEAST = Duration.ofMillis(100).toNanos();
    private static final long MOST = Duration.ofSeconds(30).toNanos();
    private static final int DOUBLINGS = 9;

    private final RandomGenerator random;

    public SendBackoff(RandomGenerator random) {
        this.random = random;
    }

    /// Nanoseconds to wait before it is sent again.
    ///
    /// @param failures how often it was sent in vain, at least 1
    public long nanosBefore(int failures) {
        long bound = Math.min(MOST, LEAST << Math.min(failures, DOUBLINGS));
        return random.nextLong(LEAST, bound + 1);
    }
}
