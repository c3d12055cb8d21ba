package io.shardstream.common.elastic;

import java.net.ConnectException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Set;

/// A node whose host the run file does not name, spoken to over `http`: only the list of nodes says that it
/// belongs to the cluster, and nothing proves it, as a certificate would.
///
/// It is told who we are once it has behaved as a node of this cluster does that knows nobody: it says that
/// it is of this cluster, or does not let us in. On the internet it is not told at all, where the way there
/// is anybody's.
final class Stranger {
    /// What a secured node says to whoever is nobody (`SecurityServerTransportInterceptor`, OpenSearch's
    /// `BackendRegistry`): who are you, and you may not.
    private static final Set<Integer> LETS_NOBODY_IN = Set.of(401, 403);

    private final String side;
    private final String address;
    private final String host;
    private final SameCluster.Membership membership;
    private final Hosts hosts;
    private volatile boolean isIntroduced;

    /// Looks up the addresses of a host.
    @FunctionalInterface
    interface Hosts {
        InetAddress[] of(String host) throws UnknownHostException;
    }

    /// @param side `source` or `target`
    /// @param address `http://host:port`
    Stranger(String side, String address, String host, SameCluster.Membership membership, Hosts hosts) {
        this.side = side;
        this.address = address;
        this.host = host;
        this.membership = membership;
        this.hosts = hosts;
    }

    /// Lets the node be told who we are.
    ///
    /// @param asNobody sends a request to the node without credentials
    /// @throws ElasticException if it must not be told, or does not answer
    void introduce(Asked asNobody) throws ElasticException {
        if (isIntroduced) {
            return;
        }
        requirePrivateNetwork();
        Reply answer = asNobody.send(ClusterUuid.ASKED);
        if (answer.status() == 429 || answer.status() >= 500) {
            throw ElasticException.Unreachable.beforeSending(
                    side + " node " + address + " does not say yet which cluster it is of: " + answer,
                    new ConnectException(address));
        }
        if (!membership.isEqual(answer) && !LETS_NOBODY_IN.contains(answer.status())) {
            throw untold(answer + ", and not as a node of this cluster does that is asked without credentials");
        }
        isIntroduced = true;
    }

    /// Another server may have the address by now, and is not told who we are for what this one was.
    void forget() {
        isIntroduced = false;
    }

    private void requirePrivateNetwork() throws ElasticException {
        InetAddress[] places;
        try {
            places = hosts.of(host);
        } catch (UnknownHostException e) {
            throw ElasticException.Unreachable.beforeSending(
                    side + " node " + address + " cannot be asked: nobody knows the address of its host", e);
        }
        if (!Arrays.stream(places).allMatch(Stranger::isPrivate)) {
            throw untold("it publishes an address of the internet");
        }
    }

    private ElasticException untold(String why) {
        return ElasticException.Unreachable.beforeSending(
                ("The %s has a node at %s whose host is not among %s.nodes, and credentials are not sent there over"
                                + " http, as %s: name it there if it is yours, or use https")
                        .formatted(side, address, side, why),
                new ConnectException(address));
    }

    /// RFC 1918, RFC 4193 (`fc00::/7`), RFC 6598 (`100.64.0.0/10`), link-local and loopback addresses; RFC 2544
    /// (`198.18.0.0/15`) and RFC 1112 (`240.0.0.0/4`), which networks of pods use.
    private static boolean isPrivate(InetAddress place) {
        byte[] bytes = place.getAddress();
        return place.isLoopbackAddress()
                || place.isSiteLocalAddress()
                || place.isLinkLocalAddress()
                || (place instanceof Inet6Address ? (bytes[0] & 0xfe) == 0xfc : isOfNoInternet(bytes));
    }

    private static boolean isOfNoInternet(byte[] bytes) {
        boolean isOfCarrier = bytes[0] == 100 && (bytes[1] & 0xc0) == 0x40;
        boolean isOfMeasurements = (bytes[0] & 0xff) == 198 && (bytes[1] & 0xfe) == 18;
        return isOfCarrier || isOfMeasurements || (bytes[0] & 0xf0) == 0xf0;
    }
}
