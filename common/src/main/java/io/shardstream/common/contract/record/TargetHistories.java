package io.shardstream.common.contract.record;

import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The histories of the target's shards as they were first seen, or have been accepted since, under the key
/// [#KEY] of the control topic. A shard with another one may have lost what it acknowledged: it was restored
/// from a snapshot, or a stale or empty copy was made its primary. Neither a fail-over nor a restart gives it
/// another one.
///
/// @param uuids by shard; empty for one that was not told
public record TargetHistories(List<String> uuids) {
    /// The record's key in the control topic.
    public static final String KEY = "target_histories";

    /// Of no shard.
    public static final TargetHistories NONE = new TargetHistories(List.of());

    private static final int FORMAT = 1;

    public TargetHistories {
        uuids = List.copyOf(uuids);
    }

    /// The shards that have another history in the later ones, lowest first; one that either does not tell is
    /// not among them.
    public List<Integer> changedUntil(TargetHistories later) {
        return IntStream.range(0, Math.min(uuids.size(), later.uuids.size()))
                .filter(shard -> !of(shard).isEmpty() && !later.of(shard).isEmpty())
                .filter(shard -> !of(shard).equals(later.of(shard)))
                .boxed()
                .toList();
    }

    /// What the later ones tell, and what these do of all other shards.
    public TargetHistories and(TargetHistories later) {
        return new TargetHistories(IntStream.range(0, Math.max(uuids.size(), later.uuids.size()))
                .mapToObj(shard -> later.of(shard).isEmpty() ? of(shard) : later.of(shard))
                .toList());
    }

    /// The same with another history of one shard.
    ///
    /// @param uuid empty if it is not told
    public TargetHistories with(int shard, String uuid) {
        return new TargetHistories(IntStream.range(0, Math.max(uuids.size(), shard + 1))
                .mapToObj(one -> one == shard ? uuid : of(one))
                .toList());
    }

    private String of(int shard) {
        return shard < uuids.size() ? uuids.get(shard) : "";
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT);
        ArrayNode all = object.putArray("uuids");
        uuids.forEach(all::add);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static TargetHistories decode(byte[] value) {
        return StrictObject.decode(
                "target histories", FORMAT, value, object -> new TargetHistories(object.listOf("uuids")));
    }
}
