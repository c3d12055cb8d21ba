package io.shardstream.common.contract.record;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.node.ObjectNode;

/// What of the target's mapping only a person changes, as it was when the run began or has been accepted
/// since, under the key [#KEY] of the control topic.
///
/// @param parts by the name that people know, a digest of what is set there
public record TargetShape(Map<String, String> parts) {
    /// The record's key in the control topic.
    public static final String KEY = "target_shape";

    private static final int FORMAT = 1;

    public TargetShape {
        parts = Map.copyOf(parts);
    }

    /// The names of the parts that are not the same in both, in alphabetical order.
    public List<String> differences(TargetShape other) {
        TreeSet<String> names = new TreeSet<>(parts.keySet());
        names.addAll(other.parts.keySet());
        return names.stream()
                .filter(name -> !Objects.equals(parts.get(name), other.parts.get(name)))
                .toList();
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT);
        ObjectNode digests = object.putObject("parts");
        new TreeMap<>(parts).forEach(digests::put);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static TargetShape decode(byte[] value) {
        return StrictObject.decode("target shape", FORMAT, value, object -> new TargetShape(object.textsOf("parts")));
    }
}
