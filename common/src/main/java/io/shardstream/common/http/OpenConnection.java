package io.shardstream.common.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;

/// A connection of a client, as long as it has a place. Guarded by its [OpenConnections].
final class OpenConnection {
    private final InetAddress from;
    private final Closeable socket;
    boolean isKept;

    OpenConnection(InetAddress from, Closeable socket) {
        this.from = from;
        this.socket = socket;
    }

    /// The address of the client, or of a proxy.
    InetAddress from() {
        return from;
    }

    String host() {
        return from.getHostAddress();
    }

    /// Ends whatever goes on with it.
    void close() {
        close(socket);
    }

    static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It was closed from its other side.
        }
    }
}
