package io.shardstream.simulation.kafka;

/// What a consumer does by itself, which ours must not.
public enum Habit {
    NONE,
    /// Commits what was polled (`enable.auto.commit`).
    COMMITS_WHAT_WAS_POLLED,
    /// Takes the end of a log for its beginning (`auto.offset.reset=latest`).
    BEGINS_AT_THE_END,
    /// Goes on at the begin of a log that has not what comes next (`auto.offset.reset=earliest`).
    RESETS_TO_THE_START,
    /// Goes on at the end of a log that has not what comes next (`auto.offset.reset=latest`).
    RESETS_TO_THE_END,
    /// Does not remember which leader wrote what it read, so that a log that was cut and written anew looks whole.
    FORGETS_EPOCHS
}
