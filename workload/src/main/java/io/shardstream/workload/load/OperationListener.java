package io.shardstream.workload.load;

/// Hears of every operation's end, on the load's thread.
@FunctionalInterface
public interface OperationListener {
    /// Nobody listens.
    OperationListener NONE = (_, _, _) -> {};

    /// @param at when the answer came, in nanoseconds of the load's clock
    void ended(Operation operation, Result result, long at);
}
