package io.shardstream.localcluster.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Starts the servers of a cluster together.
public final class Startup {

    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);
    private static final int PORT_ATTEMPTS = 5;

    private Startup() {}

    /// Starts them and waits until all of them serve. When one finds a port taken that was free a moment ago,
    /// all are started again on other ports.
    ///
    /// @param otherPorts gives each of them new ports
    /// @throws LocalServerException if one does not come up; the message holds the cause from its log
    public static void startAll(List<? extends LocalServer> servers, Runnable otherPorts) {
        for (int attempt = 1; ; attempt++) {
            try {
                servers.forEach(LocalServer::launch);
                await(servers);
                return;
            } catch (LocalServerException e) {
                boolean again = attempt < PORT_ATTEMPTS
                        && servers.stream().anyMatch(server -> !server.isAlive() && server.isPortTaken());
                servers.forEach(LocalServer::kill);
                if (!again) {
                    throw e;
                }
                otherPorts.run();
            }
        }
    }

    /// Ends the servers and deletes their folder unless it is to be kept.
    public static void closeAll(List<? extends LocalServer> servers, WorkFolder work) {
        servers.forEach(LocalServer::end);
        work.close();
    }

    /// Waits until each of these launched servers serves.
    static void await(List<? extends LocalServer> servers) {
        long start = System.nanoTime();
        List<LocalServer> waiting = new ArrayList<>(servers);
        while (!waiting.isEmpty()) {
            for (LocalServer server : servers) {
                if (!server.isAlive()) {
                    throw new LocalServerException(server.name() + " ended while it was starting:" + server.cause());
                }
            }
            waiting.removeIf(LocalServer::isReady);
            if (!waiting.isEmpty() && System.nanoTime() - start > LIMIT.toNanos()) {
                LocalServer late = waiting.getFirst();
                throw new LocalServerException(late.name() + " does not serve after " + LIMIT.toMinutes()
                        + " minutes, so all are ended: if this machine is busy, try again when it is less so. Its log says:"
                        + late.cause());
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_INTERVAL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LocalServerException("Interrupted while waiting for local servers to start.", e);
        }
    }
}
