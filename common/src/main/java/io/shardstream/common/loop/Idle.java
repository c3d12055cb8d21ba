package io.shardstream.common.loop;

/// A loop that has nothing to do, for what is only to be watched.
///
/// @param name of its thread
public record Idle(String name) implements Loop {
    @Override
    public int doWork() {
        return 0;
    }

    @Override
    public void close() {}
}
