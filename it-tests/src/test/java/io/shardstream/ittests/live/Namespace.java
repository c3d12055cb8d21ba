package io.shardstream.ittests.live;

import io.shardstream.localcluster.process.Programs;
import io.shardstream.localcluster.search.NodePlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A network namespace that two lines join to this machine: one for the transport between nodes, which can be cut, and
/// one for HTTP, which stays.
///
/// The lines have loopback addresses, which the kernel takes for what they are where `route_localnet` is set: on any
/// others Elasticsearch insists on limits that not every machine grants (its bootstrap checks).
final class Namespace implements AutoCloseable {
    /// One block of addresses for each process.
    private static final String NETWORK = "127.77." + ProcessHandle.current().pid() % 250 + ".";

    private static final String HTTP_HERE = NETWORK + "1";
    private static final String HTTP_THERE = NETWORK + "2";
    private static final String TRANSPORT_HERE = NETWORK + "5";
    private static final String TRANSPORT_THERE = NETWORK + "6";

    private final String name = "sst" + ProcessHandle.current().pid();

    private Namespace() {}

    /// What this machine lacks to have one; empty if nothing.
    static Optional<String> missing() {
        for (String program : List.of("ip", "setpriv")) {
            if (Programs.onPath().find(program).isEmpty()) {
                return Optional.of("the program " + program);
            }
        }
        try (Namespace _ = open()) {
            return Optional.empty();
        } catch (IllegalStateException e) {
            return Optional.of("the right to make network namespaces and lines into them (" + e.getMessage() + ")");
        }
    }

    /// @throws IllegalStateException if the machine does not let us; the message names the command and what it said
    static Namespace open() {
        Namespace namespace = new Namespace();
        try {
            run(List.of("ip", "netns", "add", namespace.name));
            namespace.inside("link", "set", "lo", "up");
            namespace.line("h", HTTP_HERE, HTTP_THERE);
            namespace.line("t", TRANSPORT_HERE, TRANSPORT_THERE);
            return namespace;
        } catch (RuntimeException e) {
            namespace.close();
            throw e;
        }
    }

    /// Where a node runs that can be cut off.
    NodePlace within() {
        return new NodePlace(List.of("ip", "netns", "exec", name), HTTP_THERE, TRANSPORT_THERE);
    }

    /// Where the others run.
    NodePlace outside() {
        return new NodePlace(List.of(), "127.0.0.1", TRANSPORT_HERE);
    }

    /// Cuts the line between the nodes, both ways: what is sent is lost, and nobody is told.
    void cut() {
        inside("route", "replace", "blackhole", TRANSPORT_HERE + "/32", "table", "local");
        run(List.of("ip", "route", "replace", "blackhole", TRANSPORT_THERE + "/32", "table", "local"));
    }

    /// Joins them again.
    void heal() {
        route("t", TRANSPORT_HERE, TRANSPORT_THERE);
    }

    private void line(String kind, String here, String there) {
        String end = name + kind;
        run(List.of("ip", "link", "add", end + "0", "type", "veth", "peer", "name", end + "1"));
        run(List.of("ip", "link", "set", end + "1", "netns", name));
        run(List.of("sh", "-c", allowLoopback(end + "0")));
        run(List.of("ip", "netns", "exec", name, "sh", "-c", allowLoopback(end + "1")));
        run(List.of("ip", "addr", "add", here + "/32", "dev", end + "0"));
        run(List.of("ip", "link", "set", end + "0", "up"));
        inside("addr", "add", there + "/32", "dev", end + "1");
        inside("link", "set", end + "1", "up");
        route(kind, here, there);
    }

    private static String allowLoopback(String device) {
        return "echo 1 > /proc/sys/net/ipv4/conf/" + device + "/route_localnet";
    }

    /// In the table of local addresses, because the loopback network's own route would come first elsewhere.
    private void route(String kind, String here, String there) {
        String end = name + kind;
        run(List.of("ip", "route", "replace", there + "/32", "dev", end + "0", "src", here, "table", "local"));
        inside("route", "replace", here + "/32", "dev", end + "1", "src", there, "table", "local");
    }

    private void inside(String... command) {
        List<String> line = new ArrayList<>(List.of("ip", "-n", name));
        line.addAll(List.of(command));
        run(line);
    }

    private static void run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.onExit().join().exitValue() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Takes the namespace away, and with it the lines and their routes.
    @Override
    public void close() {
        quietly(List.of("ip", "route", "del", "blackhole", TRANSPORT_THERE + "/32", "table", "local"));
        quietly(List.of("ip", "link", "del", name + "h0"));
        quietly(List.of("ip", "link", "del", name + "t0"));
        quietly(List.of("ip", "netns", "del", name));
    }

    private static void quietly(List<String> command) {
        try {
            run(command);
        } catch (IllegalStateException e) {
            // It is not there.
        }
    }
}
