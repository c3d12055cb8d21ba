package io.shardstream.cli.compare;

import java.net.URI;

/// Where an index is.
///
/// @param server any node of its cluster, such as `http://127.0.0.1:9200`
/// @param index its concrete name
public record IndexAddress(URI server, String index) {}
