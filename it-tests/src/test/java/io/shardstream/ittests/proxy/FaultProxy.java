package io.shardstream.ittests.proxy;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// A proxy on a loopback port in front of a server, which passes everything on but what a test wants held.
public final class FaultProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final Protocol protocol;
    private final List<HoldPoint> points = new CopyOnWriteArrayList<>();
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
    private volatile int serverPort;
    private volatile long mostBytes = Long.MAX_VALUE;
    private final AtomicInteger ownLeft = new AtomicInteger();
    private volatile ToIntFunction<String> own = _ -> 0;
    private volatile Predicate<String> late = _ -> false;
    private volatile Duration lateness = Duration.ZERO;
    private volatile long promptBytes = Long.MAX_VALUE;
    private volatile String forbidden = "";
    private volatile @Nullable Disturbances disturbances;

    private FaultProxy(Protocol protocol) throws IOException {
        this.protocol = protocol;
        this.listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    }

    /// A proxy whose server is told later, because that server must know the proxy's port when it starts.
    public static FaultProxy of(Protocol protocol) {
        try {
            FaultProxy proxy = new FaultProxy(protocol);
            Thread.ofVirtual().name("proxy " + protocol).start(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The port that clients connect to.
    public int port() {
        return listener.getLocalPort();
    }

    /// Passes connections on to that loopback port from now on.
    public FaultProxy before(int port) {
        serverPort = port;
        return this;
    }

    /// Holds one message.
    ///
    /// @param wanted told what an exchange is, such as `POST /index/_bulk` or `PRODUCE client-id`
    /// @param number which of those is held, counted from now on, the first is 1
    public HoldPoint hold(Direction direction, Predicate<String> wanted, int number) {
        return add(new HoldPoint(direction, wanted, number, false));
    }

    /// Holds one message at whichever of several proxies it passes.
    public static HoldPoint holdAtAny(
            List<FaultProxy> proxies, Direction direction, Predicate<String> wanted, int number) {
        HoldPoint point = new HoldPoint(direction, wanted, number, false);
        proxies.forEach(proxy -> proxy.add(point));
        return point;
    }

    /// Holds every message from the first on.
    public HoldPoint holdAll(Direction direction, Predicate<String> wanted) {
        return add(new HoldPoint(direction, wanted, 1, true));
    }

    /// Holds nothing, but tells when a message has come by.
    public HoldPoint watch(Direction direction, Predicate<String> wanted, int number) {
        HoldPoint point = hold(direction, wanted, number);
        point.pass();
        return point;
    }

    /// Refuses every longer request from now on by itself, in HTTP with status 413.
    public void refuseLongerThan(long bytes) {
        mostBytes = bytes;
    }

    /// Passes the answer to every longer request on so much later from now on, in HTTP.
    public void delayLongerThan(long bytes, Duration time) {
        promptBytes = bytes;
        lateness = time;
    }

    /// Answers every request that holds the text by itself from now on, in HTTP with a page of status 403, as a
    /// firewall for web applications does.
    public void forbid(String text) {
        forbidden = text;
    }

    /// Answers some requests of that kind by itself from now on, in HTTP with a page of that status, and then
    /// no more.
    public void answerItself(Predicate<String> wanted, int status, int times) {
        ownLeft.set(times);
        own = exchange -> wanted.test(exchange) && ownLeft.getAndDecrement() > 0 ? status : 0;
    }

    /// Disturbs exchanges of all kinds from now on.
    public void disturb(Disturbances by) {
        disturbances = by;
    }

    /// Passes every answer of that kind on so much later, from now on.
    public void delay(Predicate<String> wanted, Duration time) {
        late = wanted;
        lateness = time;
    }

    private HoldPoint add(HoldPoint point) {
        points.add(point);
        return point;
    }

    /// Lets everything held go on, and holds, delays and refuses nothing more.
    public void clear() {
        disturbances = null;
        own = _ -> 0;
        late = _ -> false;
        mostBytes = Long.MAX_VALUE;
        promptBytes = Long.MAX_VALUE;
        forbidden = "";
        points.forEach(HoldPoint::pass);
        points.clear();
    }

    /// Closes all connections that are open now; new ones are accepted.
    public void cut() {
        open.forEach(FaultProxy::closeQuietly);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        open.add(client);
        try (client;
                Socket server = new Socket()) {
            open.add(server);
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort));
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            protocol.serve(client, server, new Points());
            open.remove(server);
        } catch (IOException e) {
            // One side is gone: the try statement closes the other.
        } finally {
            open.remove(client);
        }
    }

    private final class Points implements Protocol.Gate {
        @Override
        public boolean admit(Direction direction, String exchange) {
            if (direction == Direction.ANSWER && late.test(exchange)) {
                LockSupport.parkNanos(lateness.toNanos());
            }
            return points.stream().allMatch(point -> point.admit(direction, exchange));
        }

        @Override
        public int answersItself(String exchange) {
            return own.applyAsInt(exchange);
        }

        @Override
        public Disturbance disturbance() {
            Disturbances by = disturbances;
            return by == null ? Disturbance.NONE : by.next();
        }

        @Override
        public void beLate() {
            Disturbances by = disturbances;
            if (by != null) {
                LockSupport.parkNanos(by.lateness().toNanos());
            }
        }

        @Override
        public String forbidden() {
            return forbidden;
        }

        @Override
        public void admitAnswerTo(long requestBytes) {
            if (requestBytes > promptBytes) {
                LockSupport.parkNanos(lateness.toNanos());
            }
        }

        @Override
        public long mostBytes() {
            return mostBytes;
        }
    }

    private static void closeQuietly(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            // It is closed.
        }
    }

    @Override
    public void close() {
        clear();
        closeQuietly(listener);
        cut();
    }
}
