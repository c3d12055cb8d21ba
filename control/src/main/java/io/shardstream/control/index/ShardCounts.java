package io.shardstream.control.index;

import io.shardstream.common.elastic.AnswerValues;
import tools.jackson.databind.JsonNode;

/// Whether a cluster tells how an index spreads its documents. Servers give each index its number of shards
/// when it is made (`MetadataCreateIndexService`): one for which none is told is not one that has the default,
/// and its other shards would be passed over.
final class ShardCounts {
    private ShardCounts() {}

    /// @param settings by full name, as `GET /<index>?flat_settings=true` tells them
    /// @param routingNumShards `routing_num_shards` of the cluster state
    static boolean areTold(JsonNode settings, int routingNumShards) {
        int shards = number(settings.path("index.number_of_shards"), 0);
        int partition = number(settings.path("index.routing_partition_size"), 1);
        return shards >= 1 && routingNumShards >= shards && routingNumShards % shards == 0 && partition >= 1;
    }

    /// Servers tell settings as texts.
    private static int number(JsonNode setting, int notSet) {
        return setting.isMissingNode()
                ? notSet
                : AnswerValues.shard(setting.asString("")).orElse(0);
    }
}
