package io.shardstream.common.http;

import java.util.Properties;

/// How many connections the JDK's HTTP server has, and how long a request may take to arrive: without limits, anyone
/// who reaches the port takes all files of the process, by as many connections that send no whole request, before
/// there is a token to look at. By system properties, as there is no other way; those that are given to the process
/// stand (JDK 25, `sun.net.httpserver.ServerConfig` and `ServerImpl`).
///
/// Who has these connections is decided before, at the [Entrance]. How long an answer may take
/// (`sun.net.httpserver.maxRspTime`) has no limit here: streams go on for as long as somebody looks. Whoever
/// takes none of an answer is held to the [WriteLimit].
final class ConnectionLimits {
    /// Those beyond are closed at once. More than there are [Places], as one that has left is still counted
    /// for a moment.
    static final int CONNECTIONS = 2 * Places.ALL;
    /// From its first byte to the last of its body.
    static final int REQUEST_SECONDS = 10;

    private ConnectionLimits() {}

    static void set() {
        Properties given = System.getProperties();
        given.putIfAbsent("jdk.httpserver.maxConnections", Integer.toString(CONNECTIONS));
        given.putIfAbsent("sun.net.httpserver.maxReqTime", Integer.toString(REQUEST_SECONDS));
    }
}
