package io.shardstream.common.contract.record;

import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The histories of the source's shards when a cut-over had copied all that they have, under the key [#KEY]
/// of the control topic. A shard with another one since was restored from a snapshot, or a stale or empty
/// copy was made its primary: its numbers say nothing of what it holds. Under [#KEY_OF_COPY] those of the
/// copy that the cut-over has made of the source, which stands for it after a swap that deletes it.
///
/// Older versions pass over it.
///
/// @param request id of the cut-over
/// @param uuids by source shard
public record SourceHistories(String request, List<String> uuids) {
    /// The record's key in the control topic.
    public static final String KEY = "source_histories";

    /// The key of the copy's.
    public static final String KEY_OF_COPY = "copy_histories";

    private static final int FORMAT = 1;

    public SourceHistories {
        uuids = List.copyOf(uuids);
    }

    /// The shards that have another history now, lowest first.
    ///
    /// @param now by source shard
    public List<Integer> changedUntil(List<String> now) {
        return IntStream.range(0, Math.min(uuids.size(), now.size()))
                .filter(shard -> !uuids.get(shard).equals(now.get(shard)))
                .boxed()
                .toList();
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT).put("request", request);
        ArrayNode all = object.putArray("uuids");
        uuids.forEach(all::add);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static SourceHistories decode(byte[] value) {
        return StrictObject.decode(
                "source histories",
                FORMAT,
                value,
                object -> new SourceHistories(object.textOf("request"), object.listOf("uuids")));
    }
}
