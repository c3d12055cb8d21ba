package io.shardstream.control.compare.scan;

/// What a shard answered.
///
/// @param value the answer
/// @param visible which copy answered, and what its searches showed at least
public record ShardAnswer<T>(T value, Visible visible) {}
