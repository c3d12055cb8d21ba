package io.shardstream.common.contract.record;

/// The number that orders all states of one document, written to the target as its external version.
///
/// ```
///  52      50 49           40 39                                     0
/// ┌──────────┬───────────────┬────────────────────────────────────────┐
/// │ lineage  │ source shard  │ _seq_no                                │
/// └──────────┴───────────────┴────────────────────────────────────────┘
/// ```
///
/// It is 53 bits wide on purpose: aggregations and JavaScript clients handle numbers as doubles, exact
/// up to 2^53. Lineage starts at 1, so that anything below 2^50 was not written by a run.
///
/// @param lineage 1 to 7; rises only by the operator's word, when the source's history changed
/// @param sourceShard 0 to 1023
/// @param seqNo the `_seq_no` of the state in its source shard, 0 to 2^40 - 1
public record VersionWord(int lineage, int sourceShard, long seqNo) {
    public static final int FIRST_LINEAGE = 1;
    public static final int MAX_LINEAGE = 7;
    public static final int MAX_SOURCE_SHARDS = 1024;
    public static final long MAX_SEQ_NO = (1L << 40) - 1;

    private static final int LINEAGE_SHIFT = 50;
    private static final int SHARD_SHIFT = 40;
    /// The first number that is too wide.
    private static final long BEYOND = 1L << 53;

    public VersionWord {
        if (lineage < FIRST_LINEAGE || lineage > MAX_LINEAGE) {
            throw new IllegalArgumentException("lineage must be 1 to 7, got " + lineage);
        }
        if (sourceShard < 0 || sourceShard >= MAX_SOURCE_SHARDS) {
            throw new IllegalArgumentException("source shard must be 0 to 1023, got " + sourceShard);
        }
        if (seqNo < 0 || seqNo > MAX_SEQ_NO) {
            throw new IllegalArgumentException("_seq_no must be 0 to 2^40 - 1, got " + seqNo);
        }
    }

    /// The word as the number that goes to the target.
    public long value() {
        return (long) lineage << LINEAGE_SHIFT | (long) sourceShard << SHARD_SHIFT | seqNo;
    }

    /// Whether a version was written by someone else than a run.
    public static boolean isForeign(long version) {
        return version < 1L << LINEAGE_SHIFT;
    }

    /// Whether a version was written by someone else than a run over that many source shards.
    public static boolean isForeign(long version, int sourceShards) {
        return isForeign(version) || version >= BEYOND || of(version).sourceShard() >= sourceShards;
    }

    /// The word that [#value()] gave.
    ///
    /// @throws IllegalArgumentException if the version is foreign or wider than 53 bits
    public static VersionWord of(long version) {
        if (isForeign(version) || version >= BEYOND) {
            throw new IllegalArgumentException("not a version word: " + version);
        }
        return new VersionWord(
                (int) (version >>> LINEAGE_SHIFT),
                (int) (version >>> SHARD_SHIFT) & (MAX_SOURCE_SHARDS - 1),
                version & MAX_SEQ_NO);
    }
}
