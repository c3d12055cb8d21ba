package io.shardstream.reader.source;

/// What reading a stretch of a snapshot came to.
///
/// @param answer its documents; [WindowAnswer.TooMany] is none
/// @param position of the last of them, to go on behind
/// @param isEnd whether the slice ends with it
/// @param total how many documents the slice holds, told with its first stretch only, else [#NOT_TOLD]
public record SnapshotAnswer(WindowAnswer answer, long position, boolean isEnd, long total) {
    public static final long NOT_TOLD = -1;
}
