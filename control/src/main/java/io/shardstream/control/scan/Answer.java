package io.shardstream.control.scan;

/// What a shard answered.
///
/// @param value the answer
/// @param visible which copy answered, and what its searches showed at least
public record Answer<T>(T value, Visible visible) {}
