package io.shardstream.control.target;

import io.shardstream.control.index.SettingNames;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// The settings of a source index that its copy gets too: all but those that belong to the one index,
/// to its cluster, or would do something to the documents or to the copy.
final class CarriedSettings {
    private static final SettingNames LEFT_OUT = SettingNames.OWN.and(
            "index.store.type",
            // What state it is in.
            "index.frozen",
            "index.search.throttled",
            // Who would roll it over, shrink or delete it while it is being filled.
            "index.lifecycle.",
            "index.plugins.",
            "index.opendistro.",
            // OpenSearch writes into each index how its cluster replicates; Elasticsearch does not know the setting.
            "index.replication.type",
            // Decided separately.
            "index.number_of_replicas",
            "index.routing_path");

    private CarriedSettings() {}

    static Map<String, JsonNode> of(Map<String, JsonNode> source) {
        Map<String, JsonNode> carried = new TreeMap<>(source);
        carried.keySet().removeIf(LEFT_OUT::contain);
        return carried;
    }
}
