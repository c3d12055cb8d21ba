package io.shardstream.common.contract.record;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// On which data node the primary of each shard of one side is, under the key [#key(Side)] of the control
/// topic; kept fresh by the controller. It says who is nearest, and nothing more: every node of the target
/// takes every bulk, and readers ask the nodes themselves who has a primary.
///
/// Nodes are named, not addressed: who needs an address asks the servers, so that nobody who writes to Kafka
/// can have their credentials sent elsewhere.
///
/// @param names by shard, as the nodes call themselves (`node.name`); empty for a shard without primary
/// @param attributes of these nodes (`node.attr.*`), by name of the node
public record PrimaryNodes(List<String> names, Map<String, Map<String, String>> attributes) {

    /// Nothing is known.
    public static final PrimaryNodes UNKNOWN = new PrimaryNodes(List.of());

    private static final int FORMAT = 2;

    public PrimaryNodes {
        names = List.copyOf(names);
        Map<String, Map<String, String>> sorted = new TreeMap<>();
        attributes.forEach((node, its) -> sorted.put(node, Collections.unmodifiableMap(new TreeMap<>(its))));
        attributes = Collections.unmodifiableMap(sorted);
    }

    /// Of nodes without attributes.
    public PrimaryNodes(List<String> names) {
        this(names, Map.of());
    }

    /// The record's key in the control topic.
    public static String key(Side side) {
        return switch (side) {
            case SOURCE -> "source_primary_nodes";
            case TARGET -> "primary_nodes";
        };
    }

    public boolean hasAttribute(String node, String attribute, String value) {
        return value.equals(attributes.getOrDefault(node, Map.of()).get(attribute));
    }

    /// Empty if it is not known.
    ///
    /// @param shard from 0
    public Optional<String> of(int shard) {
        return shard < names.size() ? Optional.of(names.get(shard)).filter(name -> !name.isEmpty()) : Optional.empty();
    }

    /// How many of so many shards may be on a node: those that are known to be there, and those of which
    /// nothing is known.
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
        ObjectNode nodes = object.putObject("attributes");
        attributes.forEach((node, its) -> its.forEach(nodes.putObject(node)::put));
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static PrimaryNodes decode(byte[] value) {
        return StrictObject.decode(
                "primary nodes",
                FORMAT,
                value,
                object -> new PrimaryNodes(object.listOf("names"), object.textsByName("attributes")));
    }
}
