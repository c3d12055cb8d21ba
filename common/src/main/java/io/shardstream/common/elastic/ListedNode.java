package io.shardstream.common.elastic;

/// A node that answers HTTP, as its cluster lists it.
///
/// @param name what the node calls itself (`node.name`); empty if the cluster does not say
/// @param version of its server, such as `9.5.3`, as the node itself says; empty if the cluster does not say
public record ListedNode(ElasticNode node, String name, String version) {}
