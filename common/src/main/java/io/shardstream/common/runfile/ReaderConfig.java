package io.shardstream.common.runfile;

/// How hard a reader process works.
///
/// @param windowsInFlight windows of one shard that are read at the same time, 1 to 64
/// @param windowBytes the size of one response that is aimed at, in bytes
/// @param maxBytes bytes in flight in the process, at least one window
public record ReaderConfig(int windowsInFlight, long windowBytes, long maxBytes) {
    public ReaderConfig {
        if (windowsInFlight < 1) {
            throw new IllegalArgumentException("a window must be in flight, got " + windowsInFlight);
        }
        if (windowBytes < 1 || maxBytes < windowBytes) {
            throw new IllegalArgumentException("a window of " + windowBytes + " bytes must fit into " + maxBytes);
        }
    }
}
