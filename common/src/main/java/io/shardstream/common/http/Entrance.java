package io.shardstream.common.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The port that others reach, before the JDK's HTTP server, to which it carries bytes as they are.
///
/// That server counts connections without a look at who has them, and closes the newest: one client with
/// nothing to say could keep everybody else out, and with them the probes by which a process is restarted
/// (`sun.net.httpserver.ServerImpl`). Here the [Places] decide. A connection that has said nothing does not
/// reach that server at all.
final class Entrance implements AutoCloseable {
    /// Those that the kernel has accepted and that nobody has looked at yet.
    private static final int BACKLOG = 128;
    /// How long a connection may be silent from its beginning.
    private static final int FIRST_BYTE_MILLIS = 30_000;

    private static final int CONNECT_MILLIS = 5_000;
    /// For what a client still sends after its answer: a connection that is closed with unread bytes takes
    /// back the answer too (RFC 1122, 4.2.2.13).
    private static final int LAST_BYTES_MILLIS = 2_000;

    private static final long NO_FILES_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int PIECE = 16 << 10;
    private static final Logger LOG = LoggerFactory.getLogger(Entrance.class);

    private final ServerSocket door;
    private final ExecutorService threads;
    private final WriteLimit limit;
    private final Places places = new Places(System::nanoTime);
    /// Who is behind a connection to the server, by its port on this side.
    private final Map<Integer, InetAddress> guests = new ConcurrentHashMap<>();

    private Entrance(ServerSocket door, ExecutorService threads, WriteLimit limit) {
        this.door = door;
        this.threads = threads;
        this.limit = limit;
    }

    /// Takes the address, and lets nobody in yet.
    ///
    /// @param threads virtual ones: an interrupt must close the socket at which one waits
    /// @throws IOException if the port is taken, or the address is none of this machine
    static Entrance at(InetSocketAddress address, ExecutorService threads, WriteLimit limit) throws IOException {
        ServerSocket door = new ServerSocket();
        try {
            door.bind(address, BACKLOG);
        } catch (IOException | RuntimeException e) {
            door.close();
            throw e;
        }
        return new Entrance(door, threads, limit);
    }

    /// Lets everybody in.
    ///
    /// @param server the JDK's HTTP server, on a loopback address
    void open(InetSocketAddress server) {
        threads.execute(() -> letIn(server));
    }

    InetSocketAddress address() {
        return new InetSocketAddress(door.getInetAddress(), door.getLocalPort());
    }

    /// The address of whoever is behind a connection to the server; empty for one that did not come this way.
    ///
    /// @param port from which the server sees it come
    Optional<InetAddress> guest(int port) {
        return Optional.ofNullable(guests.get(port));
    }

    private void letIn(InetSocketAddress server) {
        while (!door.isClosed()) {
            try {
                letIn(door.accept(), server);
            } catch (RejectedExecutionException e) {
                return;
            } catch (IOException e) {
                if (!door.isClosed()) {
                    LOG.debug("A connection could not be taken", e);
                    // The process may have no file left: that does not pass by trying faster.
                    LockSupport.parkNanos(NO_FILES_NANOS);
                }
            }
        }
    }

    private void letIn(Socket guest, InetSocketAddress server) {
        Socket inside = new Socket();
        Places.Place place = places.take(guest.getInetAddress(), () -> {
            endAtOnce(inside);
            endAtOnce(guest);
        });
        try {
            threads.execute(() -> serve(guest, inside, server, place));
        } catch (RejectedExecutionException e) {
            endAtOnce(guest);
            throw e;
        }
    }

    private void serve(Socket guest, Socket inside, InetSocketAddress server, Places.Place place) {
        int port = 0;
        try (guest;
                inside) {
            byte[] piece = new byte[PIECE];
            guest.setTcpNoDelay(true);
            guest.setSoTimeout(FIRST_BYTE_MILLIS);
            int first = guest.getInputStream().read(piece);
            if (first < 0) {
                return;
            }
            guest.setSoTimeout(0);
            inside.setTcpNoDelay(true);
            inside.connect(server, CONNECT_MILLIS);
            port = inside.getLocalPort();
            guests.put(port, guest.getInetAddress());
            CountDownLatch allSaid = new CountDownLatch(1);
            threads.execute(() -> carryIn(guest, inside, piece, first, allSaid));
            carryOut(inside, guest, place);
            guest.shutdownOutput();
            boolean _ = allSaid.await(LAST_BYTES_MILLIS, TimeUnit.MILLISECONDS);
        } catch (IOException | RejectedExecutionException e) {
            LOG.trace("A connection has ended", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            guests.remove(port);
            place.leave();
        }
    }

    /// Until the client has said everything. What the server does not take any more is left out.
    private static void carryIn(Socket guest, Socket inside, byte[] piece, int first, CountDownLatch allSaid) {
        try {
            boolean isTaken = true;
            for (int read = first; read >= 0; read = guest.getInputStream().read(piece)) {
                isTaken = isTaken && isTaken(inside, piece, read);
            }
            if (isTaken) {
                inside.shutdownOutput();
            }
        } catch (IOException e) {
            // The client has broken off: nobody waits for an answer.
            endAtOnce(inside);
        } finally {
            allSaid.countDown();
        }
    }

    private static boolean isTaken(Socket inside, byte[] piece, int length) {
        try {
            inside.getOutputStream().write(piece, 0, length);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void carryOut(Socket inside, Socket guest, Places.Place place) throws IOException {
        InputStream in = inside.getInputStream();
        OutputStream out = guest.getOutputStream();
        byte[] piece = new byte[PIECE];
        for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
            int length = read;
            limit.hold(() -> out.write(piece, 0, length));
            place.answered();
        }
    }

    /// With a reset, so that no port is kept for what might still come.
    private static void endAtOnce(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            LOG.trace("It is closed already", e);
        }
        try {
            socket.close();
        } catch (IOException e) {
            LOG.trace("It cannot be closed", e);
        }
    }

    /// Nobody is let in any more; who is in stays until the threads end.
    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            LOG.debug("The port cannot be closed", e);
        }
    }
}
