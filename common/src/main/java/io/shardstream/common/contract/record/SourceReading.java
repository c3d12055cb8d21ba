package io.shardstream.common.contract.record;

/// How the source of a run is read, as found out when the run was planned.
///
/// @param versions which versions the target's documents have
/// @param inSlices whether sequence numbers cannot be searched for fast, so that a shard is read through points
///     in time
/// @param mayRoute whether documents with a custom routing may be copied: no id of theirs can come into one
///     target shard from two places, or the operator says that none is used twice
public record SourceReading(VersionMode versions, boolean inSlices, boolean mayRoute) {
    /// Windows of an index whose documents may all be copied.
    public static final SourceReading USUAL = new SourceReading(VersionMode.SEQNO, false, true);
}
