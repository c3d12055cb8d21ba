package io.shardstream.common.http;

import java.io.Closeable;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Which connections have a place, and which one gives its place to a new one when all are taken.
///
/// Only what whoever was let in is being answered is kept. All else, such as a connection that has sent
/// nothing, goes when there is need: of the address that has most of them, the one that nothing happened to
/// for longest. So nobody without a token keeps a probe away, whatever they send. For use by several threads.
final class OpenConnections {
    private final int places;
    private final int mostKept;
    /// Those that nothing happened to for longest come first.
    private final SequencedSet<OpenConnection> open = new LinkedHashSet<>();
    private int kept;
    private boolean isClosed;

    /// @param places at least 1
    /// @param free places that no answer keeps, from 1 to `places`
    OpenConnections(int places, int free) {
        if (free < 1 || free > places) {
            throw new IllegalArgumentException(free + " of " + places + " places");
        }
        this.places = places;
        this.mostKept = places - free;
    }

    /// Gives a place to a client, which another one may lose.
    ///
    /// @return empty, and the client's connection closed, if all of this has ended
    Optional<OpenConnection> add(InetAddress from, Closeable socket) {
        OpenConnection added = new OpenConnection(from, socket);
        Optional<OpenConnection> loses;
        synchronized (this) {
            loses = isClosed ? Optional.of(added) : open.size() < places ? Optional.empty() : least();
            loses.ifPresent(this::remove);
            if (!isClosed) {
                open.add(added);
            }
        }
        loses.ifPresent(OpenConnection::close);
        return loses.filter(one -> one == added).isPresent() ? Optional.empty() : Optional.of(added);
    }

    /// Takes one place away, where that helps, as when the process has no files left.
    void free() {
        Optional<OpenConnection> loses;
        synchronized (this) {
            loses = least();
            loses.ifPresent(this::remove);
        }
        loses.ifPresent(OpenConnection::close);
    }

    /// Something has come from the client, or was answered.
    synchronized void happened(OpenConnection connection) {
        if (open.remove(connection)) {
            open.add(connection);
        }
    }

    /// Whoever was let in is being answered: the place is not taken away, unless as many are kept as may be.
    synchronized void keep(OpenConnection connection) {
        if (!connection.isKept && kept < mostKept && open.contains(connection)) {
            connection.isKept = true;
            kept++;
        }
    }

    /// The answer has ended.
    synchronized void answered(OpenConnection connection) {
        if (connection.isKept) {
            connection.isKept = false;
            kept--;
        }
        happened(connection);
    }

    /// It has ended.
    synchronized void remove(OpenConnection connection) {
        if (open.remove(connection) && connection.isKept) {
            connection.isKept = false;
            kept--;
        }
    }

    /// Ends all of them.
    void close() {
        List<OpenConnection> all;
        synchronized (this) {
            isClosed = true;
            all = new ArrayList<>(open);
            open.clear();
        }
        all.forEach(OpenConnection::close);
    }

    private Optional<OpenConnection> least() {
        Map<InetAddress, Long> byAddress = open.stream()
                .filter(one -> !one.isKept)
                .map(OpenConnection::from)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        long most = byAddress.values().stream().max(Comparator.naturalOrder()).orElse(0L);
        return open.stream()
                .filter(one -> !one.isKept && byAddress.getOrDefault(one.from(), 0L) == most)
                .findFirst();
    }
}
