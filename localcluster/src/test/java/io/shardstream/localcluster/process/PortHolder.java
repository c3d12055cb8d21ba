package io.shardstream.localcluster.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/// Listens on a loopback port, so that nobody else can.
public record PortHolder(ServerSocket socket) implements AutoCloseable {

    /// Takes that port.
    public static PortHolder on(int port) throws IOException {
        return new PortHolder(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
    }

    public int port() {
        return socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
