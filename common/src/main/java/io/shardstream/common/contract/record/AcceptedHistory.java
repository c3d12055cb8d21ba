package io.shardstream.common.contract.record;

/// The operator's word that a source shard is to be read anew in another history, in the control topic
/// under the key that [#key(int)] gives: the shard was restored, or a stale or empty copy was made its
/// primary, and what it holds now is what the target is to hold. Each record of a shard has a higher lineage
/// than the one before it, so everything that is read again outranks what was read before.
///
/// @param sourceShard 0 to 1023
/// @param historyUuid the history that was accepted; any other one still blocks
/// @param lineage of the version words from now on, 2 to 7
/// @param goal global checkpoint of the shard when it was accepted: to be read before a copy is complete
public record AcceptedHistory(int sourceShard, String historyUuid, int lineage, long goal) {
    /// Every key of such a record begins so.
    public static final String KEY_PREFIX = "history.";

    private static final int FORMAT = 1;

    public AcceptedHistory {
        if (sourceShard < 0 || sourceShard >= VersionWord.MAX_SOURCE_SHARDS) {
            throw new IllegalArgumentException("source shard must be 0 to 1023, got " + sourceShard);
        }
        if (lineage <= VersionWord.FIRST_LINEAGE || lineage > VersionWord.MAX_LINEAGE) {
            throw new IllegalArgumentException("the lineage of an accepted history must be 2 to 7, got " + lineage);
        }
        if (goal < -1) {
            throw new IllegalArgumentException("goal must be at least -1, got " + goal);
        }
    }

    public static String key(int sourceShard) {
        return KEY_PREFIX + sourceShard;
    }

    public byte[] encode() {
        return StrictObject.bytes(StrictObject.begin(FORMAT)
                .put("source_shard", sourceShard)
                .put("history_uuid", historyUuid)
                .put("lineage", lineage)
                .put("goal", goal));
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static AcceptedHistory decode(byte[] value) {
        return StrictObject.decode(
                "accepted history",
                FORMAT,
                value,
                object -> new AcceptedHistory(
                        object.intOf("source_shard"),
                        object.textOf("history_uuid"),
                        object.intOf("lineage"),
                        object.longOf("goal")));
    }
}
