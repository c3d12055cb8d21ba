package io.shardstream.common.elastic;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How to reach one cluster.
///
/// @param name what sentences call it: `source` or `target`
/// @param nodes addresses to begin with, at least one, `http` or `https`, without credentials
/// @param authorization value of the `Authorization` header, or null for none; never printed
/// @param ca certificates (PEM) to trust instead of the Java runtime's, or null
/// @param requestTimeout longest silence while an answer is awaited
/// @param opaqueId sent as `X-Opaque-Id` with every request, so that a run's tasks can be told from others
public record ElasticSettings(
        String name,
        List<URI> nodes,
        @Nullable String authorization,
        @Nullable Path ca,
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

    @Override
    public String toString() {
        return name + " " + nodes;
    }
}
