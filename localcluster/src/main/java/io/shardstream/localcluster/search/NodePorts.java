package io.shardstream.localcluster.search;

/// The ports of one node.
record NodePorts(int http, int transport) {}
