package io.shardstream.common.runfile;

/// Where documents come from.
///
/// @param index the name of one concrete index
public record SourceConfig(EndpointConfig endpoint, String index) {}
