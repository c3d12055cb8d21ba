package io.shardstream.ittests.simulation.kafka;

/// What a consumer does by itself, which ours must not.
public enum Habit {
    NONE,
    /// Commits what was polled (`enable.auto.commit`).
    COMMITS_WHAT_WAS_POLLED,
    /// Takes the end of a log for its beginning (`auto.offset.reset=latest`).
    BEGINS_AT_THE_END
}
