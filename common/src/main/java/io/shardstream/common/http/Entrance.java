package io.shardstream.common.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;

/// Takes clients in, and hands to the JDK's HTTP server what they send, as it is, over a connection of this
/// machine.
///
/// The JDK's server closes whoever comes when all its places are taken, and has nothing by which one of them
/// could be freed: a few hundred connections that send nothing keep everyone away. Here such a connection
/// gives its place to the next client ([OpenConnections]). It reaches the server with the first byte that it
/// sends, and waits for that no longer than [#SILENCE]. Whoever takes nothing of an answer is given up here,
/// too ([WriteLimit]).
final class Entrance {
    /// For so long a new connection may send nothing.
    private static final Duration SILENCE = Duration.ofSeconds(30);
    /// Those that come while others are being taken in.
    private static final int BACKLOG = 128;
    /// Bytes that are read at once, and what the way to the server holds: more would hide from the server
    /// that a client reads nothing.
    private static final int PIECE = 32 << 10;

    private static final Duration NO_FILES_LEFT = Duration.ofMillis(100);

    private final ServerSocket door;
    private final InetSocketAddress server;
    private final ExecutorService threads;
    private final OpenConnections open;
    private final WriteLimit limit;
    /// By the port from which they reach the server.
    private final Map<Integer, OpenConnection> inside = new ConcurrentHashMap<>();

    /// Takes nobody in before [#start()].
    ///
    /// @param server where the JDK's server listens, on a loopback address
    /// @param threads one for each direction of a connection
    Entrance(
            ServerSocket door,
            InetSocketAddress server,
            ExecutorService threads,
            OpenConnections open,
            WriteLimit limit) {
        this.door = door;
        this.server = server;
        this.threads = threads;
        this.open = open;
        this.limit = limit;
    }

    /// @throws IOException if the port is taken, or the address is none of this machine
    static ServerSocket door(InetSocketAddress where) throws IOException {
        return new ServerSocket(where.getPort(), BACKLOG, where.getAddress());
    }

    void start() {
        Thread.ofPlatform().daemon().name("http-entrance").start(this::takeIn);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(door.getInetAddress(), door.getLocalPort());
    }

    /// Whose connection reaches the server from this port; empty for one that did not come this way.
    Optional<OpenConnection> connection(int port) {
        return Optional.ofNullable(inside.get(port));
    }

    void close() {
        OpenConnection.close(door);
        open.close();
    }

    private void takeIn() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                open.add(client.getInetAddress(), client)
                        .ifPresent(connection -> threads.execute(() -> serve(connection, client)));
            } catch (IOException e) {
                if (!door.isClosed()) {
                    open.free();
                    LockSupport.parkNanos(NO_FILES_LEFT.toNanos());
                }
            }
        }
    }

    private void serve(OpenConnection connection, Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            client.setSoTimeout((int) SILENCE.toMillis());
            byte[] first = new byte[PIECE];
            int length = client.getInputStream().read(first);
            if (length > 0) {
                open.happened(connection);
                client.setSoTimeout(0);
                serve(connection, client, first, length);
            }
        } catch (IOException e) {
            // The client has gone, or was told to.
        } finally {
            open.remove(connection);
        }
    }

    private void serve(OpenConnection connection, Socket client, byte[] first, int length) throws IOException {
        try (Socket way = new Socket()) {
            way.setReceiveBufferSize(PIECE);
            way.setSendBufferSize(PIECE);
            way.setTcpNoDelay(true);
            way.bind(new InetSocketAddress(server.getAddress(), 0));
            int port = way.getLocalPort();
            inside.put(port, connection);
            try {
                way.connect(server);
                way.getOutputStream().write(first, 0, length);
                threads.execute(() -> passOn(client, way));
                answer(way.getInputStream(), client.getOutputStream());
            } finally {
                inside.remove(port, connection);
            }
        }
    }

    /// What the client sends, until its end, or that of the answers.
    private static void passOn(Socket client, Socket way) {
        try {
            client.getInputStream().transferTo(way.getOutputStream());
            way.shutdownOutput();
        } catch (IOException e) {
            // One of both has ended, and the server is to hear of it.
            OpenConnection.close(way);
        }
    }

    /// What the server answers, to its end. Where a client takes nothing for too long this ends, and with it
    /// the way to the server, so that nothing there waits for the client any longer.
    private void answer(InputStream from, OutputStream to) throws IOException {
        byte[] piece = new byte[PIECE];
        for (int length = from.read(piece); length >= 0; length = from.read(piece)) {
            int end = length;
            limit.hold(() -> to.write(piece, 0, end));
        }
    }
}
