package io.shardstream.control.state.controller;

/// What the process that controls the run keeps beside its work, such as a ledger.
@FunctionalInterface
public interface Beside {
    /// Nothing.
    Beside NOTHING = () -> () -> {};

    /// Begins when the process takes the run over.
    Kept begin();

    /// What is kept, until the process controls the run no longer.
    @FunctionalInterface
    interface Kept extends AutoCloseable {
        @Override
        void close();
    }
}
