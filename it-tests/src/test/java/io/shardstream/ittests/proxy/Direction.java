package io.shardstream.ittests.proxy;

/// Which half of an exchange.
public enum Direction {
    /// Sent by the client and not yet seen by the server.
    REQUEST,
    /// Sent by the server, which has done its work, and not yet seen by the client.
    ANSWER
}
