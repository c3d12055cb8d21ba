package io.shardstream.control.preflight.server;

/// Documents whose size is known, as they were read for a sample.
///
/// @param documents how many
/// @param largest of them, in bytes
/// @param largestId its id
/// @param passedOver documents that were too large even to be read for it
public record Seen(long documents, long largest, String largestId, long passedOver) {
    public static final Seen NOTHING = new Seen(0, 0, "", 0);
}
