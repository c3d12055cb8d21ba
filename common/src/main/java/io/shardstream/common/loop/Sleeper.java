package io.shardstream.common.loop;

import java.time.Duration;

/// How an operation that blocks waits. Passed in, so that what is tested need not wait.
@FunctionalInterface
public interface Sleeper {
    void sleep(Duration time) throws InterruptedException;
}
