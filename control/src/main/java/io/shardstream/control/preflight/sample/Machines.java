package io.shardstream.control.preflight.sample;

import io.shardstream.control.index.server.ClusterNode;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Finds out who shares a machine, by the addresses that nodes publish (`ip` of `GET /_nodes`). Containers
/// and virtual machines of one host have addresses of their own, so that they seem to be apart, unless they
/// are reached by a loopback address.
public final class Machines {
    private Machines() {}

    /// @param sourceIsHere whether the source is reached by a loopback address
    /// @param targetIsHere likewise
    /// @param isHere whether an address is one of this machine
    public static Placement of(
            List<ClusterNode> source,
            boolean sourceIsHere,
            List<ClusterNode> target,
            boolean targetIsHere,
            Predicate<String> isHere) {
        Set<String> ofSource = addresses(source);
        Set<String> ofTarget = addresses(target);
        return new Placement(
                ofSource.stream().anyMatch(ofTarget::contains),
                sourceIsHere || ofSource.stream().anyMatch(isHere),
                targetIsHere || ofTarget.stream().anyMatch(isHere));
    }

    private static Set<String> addresses(List<ClusterNode> nodes) {
        return nodes.stream()
                .filter(ClusterNode::holdsShards)
                .map(ClusterNode::ip)
                .filter(ip -> !ip.isEmpty())
                .collect(Collectors.toSet());
    }

    /// Whether this machine has the address; false for what is no address, as no name is looked up.
    public static boolean isHere(String ip) {
        if (!ip.matches("[0-9.]+|[0-9a-fA-F:.%]*:[0-9a-fA-F:.%]*")) {
            return false;
        }
        try {
            InetAddress address = InetAddress.getByName(ip);
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (UnknownHostException | SocketException e) {
            return false;
        }
    }
}
