package io.shardstream.common.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/// The connections that there may be at once. Whoever comes gets a place: where all are taken, or all of one
/// network, the connection leaves that has been without any byte of an answer for the longest time.
///
/// So the first to leave is one that sends nothing or never a whole request, and the last a stream, which is
/// answered each second, or a probe that has just come. A network is one address of IPv4, or the 64 bits of
/// one of IPv6 that a single machine may vary as it likes. Used by any thread.
final class Places {
    /// Enough for all who may look at a run, and all who ask now and then.
    static final int ALL = 256;
    /// Of one network, which may be a proxy with everybody behind it.
    static final int OF_ONE_NETWORK = 64;

    private static final int NETWORK_BYTES = 8;

    private final int all;
    private final int ofOneNetwork;
    private final LongSupplier nanoTime;
    private final Set<Place> taken = new HashSet<>();

    /// @param nanoTime a clock such as `System::nanoTime`
    Places(LongSupplier nanoTime) {
        this(ALL, OF_ONE_NETWORK, nanoTime);
    }

    Places(int all, int ofOneNetwork, LongSupplier nanoTime) {
        this.all = all;
        this.ofOneNetwork = ofOneNetwork;
        this.nanoTime = nanoTime;
    }

    /// That of one connection.
    final class Place {
        private final InetAddress network;
        private final Runnable end;
        private volatile long answeredAt = nanoTime.getAsLong();

        private Place(InetAddress network, Runnable end) {
            this.network = network;
            this.end = end;
        }

        /// A part of an answer was taken.
        void answered() {
            answeredAt = nanoTime.getAsLong();
        }

        /// It is free again. May be called more than once.
        void leave() {
            synchronized (Places.this) {
                taken.remove(this);
            }
        }
    }

    /// Gives a place, for which another connection may have to leave.
    ///
    /// @param end ends the connection; called at most once, on any thread, if it has to leave
    Place take(InetAddress from, Runnable end) {
        Place place = new Place(network(from), end);
        Optional<Place> leaving = add(place);
        leaving.ifPresent(one -> one.end.run());
        return place;
    }

    private synchronized Optional<Place> add(Place place) {
        List<Place> neighbors = taken.stream()
                .filter(one -> one.network.equals(place.network))
                .toList();
        Optional<Place> leaving = Optional.empty();
        if (neighbors.size() >= ofOneNetwork) {
            leaving = longestUnanswered(neighbors);
        } else if (taken.size() >= all) {
            leaving = longestUnanswered(taken);
        }
        leaving.ifPresent(taken::remove);
        taken.add(place);
        return leaving;
    }

    /// Differences, as the clock may begin anywhere.
    private Optional<Place> longestUnanswered(Iterable<Place> among) {
        long now = nanoTime.getAsLong();
        Place longest = null;
        long most = Long.MIN_VALUE;
        for (Place one : among) {
            long unanswered = now - one.answeredAt;
            if (unanswered > most) {
                most = unanswered;
                longest = one;
            }
        }
        return Optional.ofNullable(longest);
    }

    private static InetAddress network(InetAddress from) {
        if (!(from instanceof Inet6Address)) {
            return from;
        }
        byte[] address = from.getAddress();
        Arrays.fill(address, NETWORK_BYTES, address.length, (byte) 0);
        try {
            return InetAddress.getByAddress(address);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
