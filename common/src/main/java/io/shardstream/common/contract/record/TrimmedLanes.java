package io.shardstream.common.contract.record;

import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// How far the starts of some lanes may have been taken away, under the key [#key] of the control topic:
/// every record below these offsets had its outcome, and nothing above them is taken away. The controller
/// writes it before it deletes, and never lower offsets. So a group that has lost its offsets is no loss of
/// records.
///
/// A version that does not know it takes such a lane for one that has lost records, and stops.
///
/// @param docsTopicId id of the docs topic that has the lanes: it says nothing about those of another one
/// @param first the first of these lanes, a multiple of [#LANES]
/// @param offsets of that lane and those after it, [#LANES] at most
public record TrimmedLanes(String docsTopicId, int first, List<Long> offsets) {
    /// Each of these records is about so many lanes, so that it stays small however often it is written.
    public static final int LANES = 32;

    public static final String KEY_PREFIX = "trimmed/";

    private static final int FORMAT = 1;

    public TrimmedLanes {
        offsets = List.copyOf(offsets);
        if (first < 0 || first % LANES != 0 || offsets.size() > LANES) {
            throw new IllegalArgumentException(
                    "must begin at a multiple of " + LANES + ", got " + offsets.size() + " lanes from " + first);
        }
    }

    /// The key of the record about a lane and those beside it.
    public static String key(int lane) {
        return KEY_PREFIX + lane / LANES;
    }

    /// The lane at which the record about a lane begins.
    public static int firstOf(int lane) {
        return lane / LANES * LANES;
    }

    /// The offset of a lane, 0 if this is not about it.
    public long of(int lane) {
        return lane >= first && lane < first + offsets.size() ? offsets.get(lane - first) : 0;
    }

    /// Both in one; offsets never fall.
    public TrimmedLanes with(TrimmedLanes other) {
        if (!docsTopicId.equals(other.docsTopicId) || first != other.first) {
            throw new IllegalArgumentException(other + " is not about the lanes of " + this);
        }
        int lanes = Math.max(offsets.size(), other.offsets.size());
        List<Long> highest = IntStream.range(first, first + lanes)
                .mapToObj(lane -> Math.max(of(lane), other.of(lane)))
                .toList();
        return new TrimmedLanes(docsTopicId, first, highest);
    }

    public byte[] encode() {
        ObjectNode object =
                StrictObject.begin(FORMAT).put("docs_topic_id", docsTopicId).put("first", first);
        ArrayNode all = object.putArray("offsets");
        offsets.forEach(all::add);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static TrimmedLanes decode(byte[] value) {
        return StrictObject.decode(
                "trimmed lanes",
                FORMAT,
                value,
                object -> new TrimmedLanes(
                        object.textOf("docs_topic_id"), object.intOf("first"), object.longsOf("offsets")));
    }
}
