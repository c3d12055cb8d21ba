package io.shardstream.localcluster.search;

import java.util.List;

/// Where a node runs and listens.
///
/// @param commandPrefix stands in front of the command that starts it, such as one that enters a network namespace
/// @param httpHost the address of its HTTP interface
/// @param transportHost the address at which the other nodes reach it
public record NodePlace(List<String> commandPrefix, String httpHost, String transportHost) {
    /// On this machine's loopback interface.
    public static final NodePlace LOOPBACK = new NodePlace(List.of(), "127.0.0.1", "127.0.0.1");

    public NodePlace {
        commandPrefix = List.copyOf(commandPrefix);
    }
}
