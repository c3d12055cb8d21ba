package io.shardstream.control.index.target;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Into how many ranges a server divides hashes for an index that is still to be made (`routing_num_shards`
/// of the cluster state).
final class HashRanges {
    static final String SETTING = "index.number_of_routing_shards";
    private static final int MOST = 1024;

    private HashRanges() {}

    /// What its settings say, else the server's default.
    static int of(Map<String, JsonNode> settings, int shards) {
        JsonNode given = settings.get(SETTING);
        int ranges = given == null ? 0 : given.asInt(0);
        return ranges > 0 ? ranges : byDefault(shards);
    }

    /// The shards doubled as often as 1,024 allows, but once at least, so that the index can be split
    /// (`calculateNumRoutingShards` in `MetadataCreateIndexService` of Elasticsearch 7 to 9 and OpenSearch).
    private static int byDefault(int shards) {
        int ranges = 2 * shards;
        while (2 * ranges <= MOST) {
            ranges *= 2;
        }
        return ranges;
    }
}
