package io.shardstream.control.run.block;

import java.time.Duration;

/// What is called when a cut-over has moved production, before anybody can write to the target.
public interface SwapHook {
    /// For how long a call waits at most.
    default Duration limit() {
        return Duration.ZERO;
    }

    /// Calls it, and waits until it has succeeded. It may be called again with the same record.
    ///
    /// @param record what it is told, as JSON
    /// @throws HookFailedException if it has not succeeded in time; whether it did anything is not known then
    /// @throws InterruptedException if this thread is interrupted while it waits
    void call(byte[] record) throws HookFailedException, InterruptedException;
}
