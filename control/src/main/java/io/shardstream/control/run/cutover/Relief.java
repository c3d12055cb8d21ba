package io.shardstream.control.run.cutover;

import java.util.Optional;

/// A controller that takes a run over, if the group of controllers chooses it, to end what another one has
/// left.
public interface Relief extends AutoCloseable {
    /// Starts one.
    @FunctionalInterface
    interface Starter {
        /// @throws RuntimeException if Kafka cannot be asked or refuses something
        Relief start();
    }

    /// Whether it has done what it can, and does nothing more.
    boolean isOver();

    /// Why it cannot do it, as a sentence; empty if nothing is in its way.
    Optional<String> trouble();

    /// Lets the run go, so that another process may control it at once.
    @Override
    void close();
}
