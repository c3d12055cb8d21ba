package io.shardstream.common.elastic;

import io.shardstream.common.tls.ClientTlsSettings;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/// How to reach one cluster.
///
/// @param name what sentences call it: `source` or `target`
/// @param nodes addresses to begin with, at least one, `http` or `https`, without credentials
/// @param tls how to speak with addresses of `https`
/// @param requestTimeout longest silence while an answer is awaited
/// @param opaqueId sent as `X-Opaque-Id` with every request, so that a run's tasks can be told from others
public record ElasticSettings(
        String name,
        List<URI> nodes,
        Credentials credentials,
        ClientTlsSettings tls,
        Duration requestTimeout,
        String opaqueId) {
    public ElasticSettings {
        nodes = List.copyOf(nodes);
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException(name + " needs at least one node");
        }
        if (requestTimeout.isNegative() || requestTimeout.isZero()) {
            throw new IllegalArgumentException("the request time-out must be positive, got " + requestTimeout);
        }
    }

    /// A cluster that lets everybody in.
    public static ElasticSettings open(String name, List<URI> nodes, Duration requestTimeout, String opaqueId) {
        return new ElasticSettings(name, nodes, Credentials.NONE, ClientTlsSettings.USUAL, requestTimeout, opaqueId);
    }

    /// Whether any address to begin with is of `https`.
    boolean speaksTls() {
        return nodes.stream().anyMatch(node -> node.getScheme().equals("https"));
    }

    /// Whether an address to begin with has that host, whatever its port.
    boolean names(HostAndPort place) {
        return nodes.stream().anyMatch(node -> HostAndPort.of(node).host().equalsIgnoreCase(place.host()));
    }

    @Override
    public String toString() {
        return name + " " + nodes;
    }
}
