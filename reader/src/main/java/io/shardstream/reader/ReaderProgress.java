package io.shardstream.reader;

/// What a reader has put into the docs topic since it started, documents read again counted again.
///
/// @param docs documents that Kafka has acknowledged
/// @param bytes their `_source` bytes
public record ReaderProgress(long docs, long bytes) {}
