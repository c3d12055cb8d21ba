package io.shardstream.common.record;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// On which data node the primary of each target shard is, under the key [#KEY] of the control topic; kept fresh by
/// the controller. It says where a bulk has the shortest way, and nothing more: every node takes every bulk.
///
/// Nodes are named, not addressed: a writer asks the target itself for addresses, so that nobody who writes to Kafka
/// can have the target's credentials sent elsewhere.
///
/// @param names by target shard, as the nodes call themselves (`node.name`); empty for a shard without primary
public record PrimaryNodes(List<String> names) {
    /// The record's key in the control topic.
    public static final String KEY = "primary_nodes";

    /// Nothing is known.
    public static final PrimaryNodes UNKNOWN = new PrimaryNodes(List.of());

    private static final int FORMAT = 1;

    public PrimaryNodes {
        names = List.copyOf(names);
    }

    /// Empty if it is not known.
    ///
    /// @param shard of the target, from 0
    public Optional<String> of(int shard) {
        return shard < names.size() ? Optional.of(names.get(shard)).filter(name -> !name.isEmpty()) : Optional.empty();
    }

    /// How many of so many shards may be on a node: those that are known to be there, and those of which nothing is
    /// known.
    ///
    /// @param node empty for any node, on which all may be
    public int mayBeOn(String node, int shards) {
        return (int) IntStream.range(0, shards)
                .filter(shard -> node.isEmpty() || of(shard).orElse(node).equals(node))
                .count();
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT);
        ArrayNode all = object.putArray("names");
        names.forEach(all::add);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static PrimaryNodes decode(byte[] value) {
        StrictObject object = StrictObject.read("primary nodes", FORMAT, value);
        PrimaryNodes nodes = new PrimaryNodes(object.listOf("names"));
        object.end();
        return nodes;
    }
}
