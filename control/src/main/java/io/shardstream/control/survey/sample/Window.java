package io.shardstream.control.survey.sample;

/// A range of one shard's sequence numbers, as readers ask for them.
///
/// @param from the first number
/// @param to the number after the last one
public record Window(int shard, long from, long to) {}
