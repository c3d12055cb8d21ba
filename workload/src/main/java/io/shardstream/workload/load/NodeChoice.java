package io.shardstream.workload.load;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/// One node after the other; one that could not be reached is left out for a second.
final class NodeChoice {
    private static final long AVOIDED_NANOS = 1_000_000_000;

    private final List<URI> nodes;
    private final LongSupplier nanoTime;
    private final Map<URI, Long> avoidedSince = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger();

    NodeChoice(List<URI> nodes, LongSupplier nanoTime) {
        this.nodes = List.copyOf(nodes);
        this.nanoTime = nanoTime;
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("a load needs a node");
        }
    }

    URI next() {
        int first = next.getAndIncrement();
        for (int i = 0; i < nodes.size(); i++) {
            URI node = nodes.get(Math.floorMod(first + i, nodes.size()));
            if (!isAvoided(node)) {
                return node;
            }
        }
        return nodes.get(Math.floorMod(first, nodes.size()));
    }

    void avoid(URI node) {
        avoidedSince.put(node, nanoTime.getAsLong());
    }

    private boolean isAvoided(URI node) {
        Long since = avoidedSince.get(node);
        return since != null && nanoTime.getAsLong() - since < AVOIDED_NANOS;
    }
}
