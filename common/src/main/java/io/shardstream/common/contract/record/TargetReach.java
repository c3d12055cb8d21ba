package io.shardstream.common.contract.record;

import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// How far the target's shards were settled at least when the run last looked, or as it was accepted since,
/// under the key [#KEY] of the control topic. A shard that has given out fewer numbers has forgotten what it
/// acknowledged: an older state of its disk was put back, by which its history ([TargetHistories]) does not
/// change.
///
/// Written now and then. Older versions pass over it.
///
/// @param settled by shard, the highest global checkpoint that its primary has told; -1 of one that never
///     told
public record TargetReach(List<Long> settled) {
    /// The record's key in the control topic.
    public static final String KEY = "target_reach";

    /// Of no shard.
    public static final TargetReach NONE = new TargetReach(List.of());

    private static final int FORMAT = 1;

    public TargetReach {
        settled = List.copyOf(settled);
    }

    /// The shards that have given out fewer numbers than were settled, lowest first. What was not settled may
    /// be taken back by a fail-over.
    ///
    /// @param highest by shard, the highest number that it has given out
    public List<Integer> lostUntil(List<Long> highest) {
        return IntStream.range(0, Math.min(settled.size(), highest.size()))
                .filter(shard -> highest.get(shard) < settled.get(shard))
                .boxed()
                .toList();
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT);
        ArrayNode all = object.putArray("settled");
        settled.forEach(all::add);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static TargetReach decode(byte[] value) {
        return StrictObject.decode("target reach", FORMAT, value, object -> new TargetReach(object.longsOf("settled")));
    }
}
