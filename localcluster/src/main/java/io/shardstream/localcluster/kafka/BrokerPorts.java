package io.shardstream.localcluster.kafka;

/// The loopback ports of one broker: for clients and other brokers, and for the controllers' quorum.
record BrokerPorts(int client, int controller) {}
