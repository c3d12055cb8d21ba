package io.shardstream.common.runfile;

import io.shardstream.common.elastic.HostAndPort;
import io.shardstream.common.tls.ClientTlsSettings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How to reach one cluster.
///
/// @param nodes one or more addresses, `http` or `https`, a host and perhaps a port
/// @param tls how `https` is spoken
/// @param requestTimeout the longest silence while an answer is awaited
public record EndpointConfig(List<URI> nodes, Optional<Auth> auth, ClientTlsSettings tls, Duration requestTimeout) {
    public EndpointConfig {
        nodes = List.copyOf(nodes);
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("an endpoint needs a node");
        }
    }

    /// What is not there of that which it takes to sign in, as the run file says it: a reference or a file. Empty
    /// where everything is.
    List<String> lacking() {
        Stream<String> secrets = auth.stream()
                .flatMap(one -> one.secrets().stream())
                .filter(secret -> !secret.isKnown())
                .map(Secret::reference);
        Stream<String> files =
                tls.files().stream().filter(file -> !Files.isReadable(file)).map(Path::toString);
        return Stream.concat(secrets, files).distinct().toList();
    }

    /// Whether any address is of `https`.
    boolean speaksTls() {
        return nodes.stream().anyMatch(node -> node.getScheme().equals("https"));
    }

    /// True if one address is named by both, so that they are one cluster. False proves nothing.
    boolean sharesNodeWith(EndpointConfig other) {
        Set<String> theirs = other.nodes.stream().map(EndpointConfig::place).collect(Collectors.toSet());
        return nodes.stream().map(EndpointConfig::place).anyMatch(theirs::contains);
    }

    /// Whether it is reached on the machine of whoever asks. False proves nothing.
    public boolean isHere() {
        return nodes.stream().allMatch(node -> HostAndPort.of(node).isHere());
    }

    private static String place(URI node) {
        HostAndPort place = HostAndPort.of(node);
        int standard = node.getScheme().equals("https") ? 443 : 80;
        return (place.isHere() ? "localhost" : place.host().toLowerCase(Locale.ROOT)) + ":"
                + place.port().orElse(standard);
    }
}
