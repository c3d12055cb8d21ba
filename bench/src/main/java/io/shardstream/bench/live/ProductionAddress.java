package io.shardstream.bench.live;

import java.net.URI;

/// Where clients of production write to, which can change while they do.
final class ProductionAddress {
    private volatile URI server;

    ProductionAddress(URI server) {
        this.server = server;
    }

    /// From now on they write there.
    void moveTo(URI other) {
        server = other;
    }

    /// A path on the server that they write to now.
    URI of(String path) {
        return server.resolve(path);
    }
}
