package io.shardstream.localcluster.kafka;

/// The loopback ports of one broker: for clients (and other brokers, where nothing is secured), for the controllers'
/// quorum, and for clients and brokers with certificates.
record BrokerPorts(int client, int controller, int certified) {}
