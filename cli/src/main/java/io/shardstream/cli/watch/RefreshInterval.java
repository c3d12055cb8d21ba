package io.shardstream.cli.watch;

import java.time.Duration;

/// The time between two looks.
@FunctionalInterface
interface RefreshInterval {
    /// Waits.
    Woken within(Duration time);

    /// What ended it.
    enum Woken {
        TIME_IS_OVER,
        /// Somebody has seen enough.
        QUIT,
        /// The process was told to stop.
        STOPPED
    }
}
