package io.shardstream.control.target;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// The settings of a source index that its copy gets too: all but those that belong to the one index,
/// to its cluster, or would do something to the documents or to the copy.
final class CarriedSettings {
    /// Names, or beginnings of names where they end with a dot.
    private static final List<String> LEFT_OUT = List.of(
            // What the index is, given by the server.
            "index.uuid",
            "index.history.uuid",
            "index.creation_date",
            "index.creation_date_string",
            "index.provided_name",
            "index.version.",
            "index.shard_limit.group",
            // How it came to be: shrunk, split, cloned, restored, downsampled, followed, mounted.
            "index.resize.",
            "index.shrink.",
            "index.split.",
            "index.recovery.",
            "index.downsample.",
            "index.rollup.",
            "index.xpack.",
            "index.store.snapshot.",
            "index.store.type",
            "index.remote_store.",
            "index.soft_deletes.",
            "index.source_only",
            // Where it lies: attributes, names and tiers of the source's nodes.
            "index.routing.allocation.",
            // What state it is in.
            "index.blocks.",
            "index.frozen",
            "index.search.throttled",
            "index.verified_before_close",
            // What would process the documents a second time.
            "index.default_pipeline",
            "index.final_pipeline",
            // Who would roll it over, shrink or delete it while it is being filled.
            "index.lifecycle.",
            "index.plugins.",
            "index.opendistro.",
            // Decided separately.
            "index.number_of_shards",
            "index.number_of_replicas",
            "index.number_of_routing_shards",
            "index.routing_path");

    private CarriedSettings() {}

    static Map<String, JsonNode> of(Map<String, JsonNode> source) {
        Map<String, JsonNode> carried = new TreeMap<>(source);
        carried.keySet().removeIf(CarriedSettings::isLeftOut);
        return carried;
    }

    private static boolean isLeftOut(String name) {
        return LEFT_OUT.stream().anyMatch(left -> left.endsWith(".") ? name.startsWith(left) : name.equals(left));
    }
}
