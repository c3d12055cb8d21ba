package io.shardstream.control.console.view;

/// What has passed a place of the pipeline.
///
/// @param docs documents since the beginning of the run
/// @param bytes their `_source` bytes
/// @param docsPerSecond how fast, lately
/// @param bytesPerSecond the same in bytes
public record Flow(long docs, long bytes, Rates docsPerSecond, Rates bytesPerSecond) {}
