package io.shardstream.common.contract.record;

import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The aliases by which clients found the source while the run worked, under the key [#KEY] of the control
/// topic, and those of them through which they could write to it, under [#KEY_OF_WRITES]. One that another
/// index has by the time of a cut-over, or that writes to another one as after a rollover, was moved
/// meanwhile, and production with it.
///
/// Older versions pass over it.
///
/// @param names without those of runs
public record SourceAliases(List<String> names) {
    /// The record's key in the control topic.
    public static final String KEY = "source_aliases";

    /// The key of the record of those through which clients could write to the source.
    public static final String KEY_OF_WRITES = "source_write_aliases";

    private static final int FORMAT = 1;

    public SourceAliases {
        names = List.copyOf(names);
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT);
        ArrayNode array = object.putArray("names");
        names.forEach(array::add);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static SourceAliases decode(byte[] value) {
        return StrictObject.decode(
                "source aliases", FORMAT, value, object -> new SourceAliases(object.listOf("names")));
    }
}
