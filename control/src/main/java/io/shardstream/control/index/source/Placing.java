package io.shardstream.control.index.source;

import io.shardstream.common.contract.routing.RoutingFunction;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.WholeState;
import io.shardstream.control.index.IndexDescription;
import tools.jackson.databind.JsonNode;

/// On which shards an index puts documents, by what its cluster says of it and by the version that made it.
public final class Placing {
    private static final String CREATED = "index.version.created";
    private static final String EACH = "metadata.indices.*.";
    private static final String FIELDS = EACH + "routing_num_shards," + EACH + "settings.index.number_of_shards," + EACH
            + "settings.index.routing_partition_size," + EACH + "settings.index.version.created";

    /// From this index version of Elasticsearch on there is another function (`RoutingFunction`).
    private static final long OTHER_FUNCTION = 9_064_000;
    /// OpenSearch counts its versions from here on (`Version.MASK`).
    private static final long OPENSEARCH = 1 << 27;

    private Placing() {}

    /// That of an index that is there.
    public static ShardRouting of(IndexDescription index) {
        String created = index.setting(CREATED);
        return index.routing().with(functionOf(created == null ? "" : created));
    }

    /// The same of an index of which only its name is known.
    ///
    /// @throws ElasticException also if the state of the cluster does not tell
    public static ShardRouting of(ElasticCluster cluster, String index) throws ElasticException {
        JsonNode metadata = WholeState.of(cluster, "metadata", index, FIELDS)
                .path("metadata")
                .path("indices")
                .path(index);
        JsonNode settings = metadata.path("settings").path("index");
        int shards = settings.path("number_of_shards").asInt(0);
        int ranges = metadata.path("routing_num_shards").asInt(0);
        int partition = settings.path("routing_partition_size").asInt(1);
        if (shards < 1
                || shards > ShardRouting.MOST_SHARDS
                || ranges < shards
                || ranges % shards != 0
                || partition < 1) {
            throw new ElasticException.Malformed(
                    "The state of the " + cluster.name() + " does not tell how '" + index + "' routes documents");
        }
        return new ShardRouting(
                shards,
                ranges,
                partition,
                functionOf(settings.path("version").path("created").asString("")));
    }

    /// @param created `index.version.created`; empty if it is not known
    public static RoutingFunction functionOf(String created) {
        long version = created.matches("\\d{1,18}") ? Long.parseLong(created) : OPENSEARCH;
        return version >= OTHER_FUNCTION && version < OPENSEARCH ? RoutingFunction.MODULO : RoutingFunction.RANGES;
    }

    /// Whether two indices put every document on the shard of the same number.
    public static boolean areAlike(ShardRouting one, ShardRouting other) {
        if (one.shards() != other.shards()) {
            return false;
        }
        return one.shards() == 1
                || (one.partitionSize() == other.partitionSize()
                        && isByModulo(one) == isByModulo(other)
                        && (isByModulo(one) || one.routingNumShards() == other.routingNumShards()));
    }

    /// Where each shard has one range, both functions give the same.
    private static boolean isByModulo(ShardRouting routing) {
        return routing.function() == RoutingFunction.MODULO || routing.routingNumShards() == routing.shards();
    }
}
