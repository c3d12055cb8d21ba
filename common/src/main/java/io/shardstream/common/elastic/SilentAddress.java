package io.shardstream.common.elastic;

/// An address of a cluster that did not answer when it was asked.
///
/// @param address `scheme://host:port`
/// @param isNamed whether the run file names it, and not a node of the cluster
/// @param why a sentence without its full stop, with the address
public record SilentAddress(String address, boolean isNamed, String why) {}
