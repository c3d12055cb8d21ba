package io.shardstream.common.http;

import java.util.Properties;

/// How many connections a process has over HTTP, and how long a request may take to arrive: without limits,
/// anyone who reaches the port takes all files of the process, by as many connections that send no whole
/// request, before there is a token to look at. Those of the JDK's server are system properties, as there is
/// no other way; those that are given to the process stand (JDK 25, `sun.net.httpserver.ServerConfig` and
/// `ServerImpl`).
///
/// How long an answer may take (`sun.net.httpserver.maxRspTime`) has no limit here: streams go on for as long
/// as somebody looks. Whoever takes none of an answer is held to the [WriteLimit].
final class ConnectionLimits {
    /// Enough for all who may look at a run, and all who ask now and then. Who has a place that somebody else
    /// needs is for [OpenConnections] to say.
    static final int CONNECTIONS = 256;
    /// Places that no answer keeps for long, so that probes find one.
    static final int FREE = 32;
    /// From its first byte to the last of its body.
    static final int REQUEST_SECONDS = 10;
    /// What the JDK's server takes at once: it may hear late that a client has gone.
    private static final int WITHIN = 4 * CONNECTIONS;

    private ConnectionLimits() {}

    static void set() {
        Properties given = System.getProperties();
        given.putIfAbsent("jdk.httpserver.maxConnections", Integer.toString(WITHIN));
        given.putIfAbsent("sun.net.httpserver.maxReqTime", Integer.toString(REQUEST_SECONDS));
    }
}
