package io.shardstream.control.progress;

/// How far a run that follows its source is behind it.
///
/// @param operations that the source has acknowledged and that are not read yet
/// @param waitsFor why some of them cannot be read yet, as the end of a sentence; empty for nothing
public record Behind(long operations, String waitsFor) {}
