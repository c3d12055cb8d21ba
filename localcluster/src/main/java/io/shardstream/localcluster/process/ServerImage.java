package io.shardstream.localcluster.process;

/// A server as a container image.
///
/// @param name with its tag
/// @param installed where the server is in it
public record ServerImage(String name, Installed installed) {}
