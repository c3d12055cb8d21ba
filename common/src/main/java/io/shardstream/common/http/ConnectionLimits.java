package io.shardstream.common.http;

import java.util.Properties;

/// How many connections the JDK's HTTP server has, and how long a request may take to arrive: without limits, anyone
/// who reaches the port takes all files of the process, by as many connections that send no whole request, before
/// there is a token to look at. By system properties, as there is no other way; those that are given to the process
/// stand
/// (JDK 25, `sun.net.httpserver.ServerConfig` and `ServerImpl`).
///
/// How long an answer may take (`sun.net.httpserver.maxRspTime`) has no limit here: streams go on for as long
/// as somebody looks. Whoever takes none of an answer is held to the [WriteLimit]. A connection that has sent
/// nothing is closed after half a minute at the latest.
final class ConnectionLimits {
    /// Those beyond are closed at once. Enough for all who may look at a run, and all who ask now and then.
    static final int CONNECTIONS = 256;
    /// From its first byte to the last of its body.
    static final int REQUEST_SECONDS = 10;

    private ConnectionLimits() {}

    static void set() {
        Properties given = System.getProperties();
        given.putIfAbsent("jdk.httpserver.maxConnections", Integer.toString(CONNECTIONS));
        given.putIfAbsent("sun.net.httpserver.maxReqTime", Integer.toString(REQUEST_SECONDS));
    }
}
