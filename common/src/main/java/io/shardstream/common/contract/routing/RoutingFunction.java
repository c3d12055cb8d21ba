package io.shardstream.common.contract.routing;

/// How an index turns the hash of a routing value into a shard. Which one it is follows from the version
/// that created the index and from nothing that a server tells, so control asks the server where it would
/// put some values (`_search_shards?routing=`).
public enum RoutingFunction {
    /// `(hash mod routing_num_shards) / (routing_num_shards / shards)`: each shard takes a range. OpenSearch,
    /// and Elasticsearch before index version 9,064,000 (`RoutingFunction.LegacyRoutingFunction`).
    RANGES,
    /// `hash mod shards`. Elasticsearch indices created since, so on 9.5.3
    /// (`IndexVersions.MOD_ROUTING_FUNCTION`).
    MODULO
}
