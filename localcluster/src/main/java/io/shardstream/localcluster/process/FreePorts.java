package io.shardstream.localcluster.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/// Picks loopback ports that nobody listens on, each only once in this JVM.
///
/// They lie below the ranges from which Linux (32768) and macOS (49152) take the local ports of outgoing
/// connections, so that a server which is down for a moment does not find its port taken by somebody's
/// connection. Somebody else may still be quicker to listen on one.
public final class FreePorts {

    private static final int LOWEST = 20_000;
    private static final int HIGHEST = 32_000;
    private static final int ATTEMPTS = 1_000;
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private final RandomGenerator random;

    public FreePorts(RandomGenerator random) {
        this.random = random;
    }

    /// A port that was free a moment ago.
    public int next() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = random.nextInt(LOWEST, HIGHEST);
            if (isFree(port) && GIVEN.add(port)) {
                return port;
            }
        }
        throw new LocalServerException(
                "Found no free port from " + LOWEST + " to " + HIGHEST + " on the loopback interface.");
    }

    /// Whether nobody listens on that loopback port.
    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
