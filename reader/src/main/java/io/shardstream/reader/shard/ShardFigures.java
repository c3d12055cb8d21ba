package io.shardstream.reader.shard;

/// How much this process has read of one source shard since it started, documents read again counted again.
///
/// @param shard its number
/// @param docs documents that Kafka has acknowledged
/// @param bytes their `_source` bytes
/// @param windows between request and acknowledgement now
/// @param isHeld whether it is this process's now
public record ShardFigures(int shard, long docs, long bytes, int windows, boolean isHeld) {}
