package io.shardstream.control.lanes;

/// How long a segment of a docs topic is whose start is taken away: so long that those which are being written, one for
/// each lane, hold a gibibyte together.
///
/// A broker keeps files and mapped memory for each segment, so there is a least length: with 32 MiB the 10 GiB that may
/// wait for the writers are some hundred segments.
final class SegmentLength {
    private static final long TOGETHER = 1L << 30;
    private static final long LEAST = 32 << 20;
    /// Of Kafka (`log.segment.bytes`).
    private static final long STANDARD = 1L << 30;

    private SegmentLength() {}

    /// @param maxMessage the topic's `max.message.bytes`, the most that one batch has: a segment must hold it
    static long of(int lanes, long maxMessage) {
        long wanted = Math.clamp(TOGETHER / Math.max(1, lanes), LEAST, STANDARD);
        return Math.clamp(2 * maxMessage, wanted, Integer.MAX_VALUE);
    }
}
