package io.shardstream.common.record;

import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The aliases through which clients could write to the source when the run began, under the key [#KEY] of the control
/// topic. Where one has another write index by the time of a cut-over, as after a rollover, production writes there.
///
/// Older versions pass over it.
///
/// @param names without those of which the source said that it is not their write index
public record SourceWriteAliases(List<String> names) {
    /// The record's key in the control topic.
    public static final String KEY = "source_write_aliases";

    private static final int FORMAT = 1;

    public SourceWriteAliases {
        names = List.copyOf(names);
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT);
        ArrayNode array = object.putArray("names");
        names.forEach(array::add);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static SourceWriteAliases decode(byte[] value) {
        StrictObject object = StrictObject.read("source write aliases", FORMAT, value);
        SourceWriteAliases aliases = new SourceWriteAliases(object.listOf("names"));
        object.end();
        return aliases;
    }
}
