package io.shardstream.common.http;

import java.net.URI;
import java.util.Optional;
import java.util.Set;

/// Tells a request that a browser sends for a page of somebody else. A browser shows a certificate for whichever page
/// asks, so that a certificate alone does not say that its owner wants the change.
///
/// All browsers since 2023 say from where a request to TLS comes in `Sec-Fetch-Site`, older ones in `Origin`; what is
/// no
/// browser says neither. The rule is that of `CrossOriginProtection` in Go's `net/http`.
final class CrossSite {
    private static final Set<String> OWN = Set.of("same-origin", "none");

    private CrossSite() {}

    static boolean asks(Exchange exchange) {
        Optional<String> site = exchange.header("Sec-Fetch-Site");
        if (site.isPresent()) {
            return !OWN.contains(site.get());
        }
        Optional<String> origin = exchange.header("Origin");
        return origin.isPresent() && !authority(origin.get()).equals(exchange.header("Host"));
    }

    private static Optional<String> authority(String origin) {
        try {
            return Optional.ofNullable(URI.create(origin).getRawAuthority());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
