package io.shardstream.common.contract.record;

/// What all processes of a run must have alike, beside its [RunPlan], under the key [#KEY] of the control
/// topic. Written with the plan, and once for a run that an earlier version planned, which wrote no such
/// record.
///
/// @param follow whether the run goes on with what is written to the source until it is cut over
/// @param seal the check value of `docs.seal-key`, see [io.shardstream.common.seal.SealKey#check]; empty for
///     a run that does not seal its documents
/// @param sourceCluster `cluster_uuid` of the source; empty where it was not told
/// @param targetCluster `cluster_uuid` of the target; empty where it was not told
public record Agreed(boolean follow, String seal, String sourceCluster, String targetCluster) {
    /// The record's key in the control topic.
    public static final String KEY = "agreed";

    private static final int FORMAT = 1;

    public byte[] encode() {
        return StrictObject.bytes(StrictObject.begin(FORMAT)
                .put("follow", follow)
                .put("seal", seal)
                .put("source_cluster", sourceCluster)
                .put("target_cluster", targetCluster));
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static Agreed decode(byte[] value) {
        return StrictObject.decode(
                "agreed",
                FORMAT,
                value,
                object -> new Agreed(
                        object.booleanOf("follow"),
                        object.textOf("seal"),
                        object.textOf("source_cluster"),
                        object.textOf("target_cluster")));
    }
}
