package io.shardstream.writer.lane;

/// Offsets of one lane without a gap, and how many of their records ended how.
///
/// @param from first offset
/// @param to offset after the last one
/// @param bytes length of all their sources
public record OutcomeRange(long from, long to, long applied, long superseded, long rejected, long bytes) {}
