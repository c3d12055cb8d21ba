package io.shardstream.common.loop;

/// A long-running part that is stepped: each step does what can be done now and returns. Clock, random
/// source and clients are given to it, so a test can step it as a thread would.
///
/// A loop is stepped and closed by one thread only.
public interface Loop extends AutoCloseable {
    /// Names the thread that runs it.
    String name();

    /// Does what can be done now, without waiting.
    ///
    /// @return how much was done; 0 if there was nothing to do
    int doWork();

    @Override
    void close();
}
