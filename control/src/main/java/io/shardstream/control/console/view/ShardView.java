package io.shardstream.control.console.view;

import java.util.OptionalLong;

/// A shard of the source.
///
/// @param shard its number
/// @param node that has its primary, by name; empty if it is not known
/// @param done the sequence number up to which it is read; -1 for nothing
/// @param goal the sequence number that a copy must have read; empty where another history was accepted and
///     is not begun
/// @param docs documents read
/// @param bytes their `_source` bytes
/// @param docsPerSecond how fast it is read
/// @param behind operations that it has and that are not read yet; empty before the backfill is read, and
///     where the source did not say
public record ShardView(
        int shard,
        String node,
        long done,
        OptionalLong goal,
        long docs,
        long bytes,
        Rates docsPerSecond,
        OptionalLong behind) {
    /// How much of the goal is read, 0 to 1.
    public double share() {
        return goal.isEmpty()
                ? 0
                : goal.getAsLong() < 0 ? 1 : Math.clamp((done + 1.0) / (goal.getAsLong() + 1.0), 0, 1);
    }
}
