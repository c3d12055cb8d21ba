package io.shardstream.common.elastic;

import java.net.ConnectException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Sees that all nodes that are asked belong to one cluster: an address of the run file, or one that a node
/// publishes, may lead to another one, whose indices and aliases can have the same names. Each node is asked
/// once, before its first request, and again later where it did not tell. Used by any thread.
final class SameCluster {
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String side;
    private final IntSupplier nodes;
    private final Named named;
    private final LongSupplier nanoTime;
    private final AtomicReference<@Nullable Told> first = new AtomicReference<>();

    private record Told(String address, String uuid) {}

    /// @param side `source` or `target`
    /// @param nodes how many nodes are known: a single one is not asked
    /// @param named asks those that the run file names: what they say comes before what they publish
    SameCluster(String side, IntSupplier nodes, Named named, LongSupplier nanoTime) {
        this.side = side;
        this.nodes = nodes;
        this.named = named;
        this.nanoTime = nanoTime;
    }

    /// What is known of one node.
    final class Membership {
        private final String address;
        private final boolean isNamed;
        private volatile boolean isMember;
        private volatile boolean wasMember;
        private volatile long askAgainAt;
        private volatile boolean wasAsked;

        private Membership(String address, boolean isNamed) {
            this.address = address;
            this.isNamed = isNamed;
        }

        /// @param node sends a request to the node, without looking for its cluster
        /// @throws ElasticException.OtherCluster if it belongs to another cluster than the first
        /// @throws ElasticException.Unreachable if it does not answer, or has belonged to the first's before:
        ///     then the address was given to another server, and the node that had it is somewhere else or
        ///     away
        void require(Asked node) throws ElasticException {
            if (isMember || nodes.getAsInt() < 2 || (wasAsked && nanoTime.getAsLong() - askAgainAt < 0)) {
                return;
            }
            if (!isNamed && first.get() == null) {
                named.ask();
            }
            askAgainAt = nanoTime.getAsLong() + AGAIN_NANOS;
            String uuid = uuidOf(node.send(ClusterUuid.ASKED));
            if (uuid.isEmpty()) {
                wasAsked = true;
                return;
            }
            Told told = new Told(address, uuid);
            first.compareAndSet(null, told);
            requireEqual(told);
            isMember = true;
            wasMember = true;
        }

        /// Another server may have the address by now: it is asked again, unless it was in the last seconds.
        void forget() {
            isMember = false;
        }

        /// The same of a node that has not been told who we are, and tells without that.
        ///
        /// @return whether it belongs to the first's; no where it or the first does not tell
        /// @throws ElasticException as [#require(Asked)] does
        boolean isEqual(Reply answer) throws ElasticException {
            if (!isNamed && first.get() == null) {
                named.ask();
            }
            String uuid = uuidOf(answer);
            if (uuid.isEmpty() || first.get() == null) {
                return false;
            }
            requireEqual(new Told(address, uuid));
            return true;
        }

        private void requireEqual(Told told) throws ElasticException {
            Told other = first.get();
            if (other != null && !other.uuid.equals(told.uuid)) {
                if (wasMember) {
                    throw ElasticException.Unreachable.beforeSending(
                            "%s node %s is away: a node of another cluster (%s) answers there"
                                    .formatted(side, address, told.uuid),
                            new ConnectException(address));
                }
                throw new ElasticException.OtherCluster(isNamed ? twoClusters(other, told) : published(told));
            }
        }
    }

    /// Asks all nodes that the run file names for their cluster.
    @FunctionalInterface
    interface Named {
        void ask() throws ElasticException.OtherCluster;
    }

    /// @param isNamed whether the run file names the address, and not a node of the cluster
    Membership of(String address, boolean isNamed) {
        return new Membership(address, isNamed);
    }

    /// Empty for a node that does not tell: it may be a proxy, or the user may not ask.
    private static String uuidOf(Reply reply) {
        try {
            return ClusterUuid.in(reply).orElse("");
        } catch (ElasticException e) {
            return "";
        }
    }

    private String twoClusters(Told one, Told other) {
        return "The addresses of %s.nodes lead to two clusters: %s is of cluster %s, %s of %s. Name nodes of one cluster."
                .formatted(side, one.address, one.uuid, other.address, other.uuid);
    }

    private String published(Told told) {
        return "The %s says that it has a node at %s, but a node of another cluster (%s) answers there. Set http.publish_host of the %s's nodes to addresses by which they can be reached from here."
                .formatted(side, told.address, told.uuid, side);
    }
}
