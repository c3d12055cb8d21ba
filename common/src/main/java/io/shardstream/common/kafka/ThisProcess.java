package io.shardstream.common.kafka;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// This process, as people know it.
public final class ThisProcess {
    private ThisProcess() {}

    /// Its id and the machine's name, such as `4711@search-3`.
    public static String name() {
        return ProcessHandle.current().pid() + "@" + host();
    }

    /// The id of a client of which others are to see whose it is.
    ///
    /// @param clientId what it does
    public static String clientId(String clientId) {
        return clientId + "-" + name();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
