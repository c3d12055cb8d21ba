package io.shardstream.localcluster.search;

/// The loopback ports of one node.
record NodePorts(int http, int transport) {}
