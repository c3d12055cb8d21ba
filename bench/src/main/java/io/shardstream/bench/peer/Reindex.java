package io.shardstream.bench.peer;

import io.shardstream.bench.stage.BenchRest;
import tools.jackson.databind.JsonNode;

/// The server's own `_reindex`, which never leaves it.
public final class Reindex {
    private Reindex() {}

    /// Whether this server has it: its module is a part of the full product, which not every server here is.
    public static boolean isThere(BenchRest rest) {
        return rest.get("/_nodes/plugins?filter_path=nodes.*.modules.name")
                .path("nodes")
                .valueStream()
                .flatMap(node -> node.path("modules").valueStream())
                .anyMatch(module -> module.path("name").asString("").equals("reindex"));
    }

    /// Copies one index into another that is there already.
    ///
    /// @param slices a number, or `auto`
    /// @param size documents of each page
    /// @throws IllegalStateException if it did not copy everything
    public static void copy(BenchRest rest, String source, String target, String slices, int size) {
        JsonNode answer = rest.post(
                "/_reindex?wait_for_completion=true&refresh=false&timeout=10m&slices=" + slices,
                """
                        {"source":{"index":"%s","size":%d},"dest":{"index":"%s"}}""".formatted(source, size, target));
        if (!answer.path("failures").isEmpty()
                || answer.path("total").asLong() != answer.path("created").asLong()) {
            throw new IllegalStateException("_reindex of " + source + " says " + answer);
        }
    }
}
