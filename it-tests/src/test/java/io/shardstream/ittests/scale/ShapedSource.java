package io.shardstream.ittests.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.Rest;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// Makes the source of a run in the shape that is wanted.
final class ShapedSource {
    private static final int BEFORE = 1000;

    private ShapedSource() {}

    static void make(CopyRun run, IndexShape shape) {
        String mappings = shape.isRouted() ? "{\"_routing\":{\"required\":true}}" : "{}";
        if (shape.cameFrom() == 0) {
            run.withSource("\"number_of_shards\":" + shape.source() + shape.settings(), mappings);
            awaitGreen(run.rest(), run.source());
        } else {
            resize(run, shape);
        }
    }

    /// Documents are written before, so that a shrunk index has several with one number.
    private static void resize(CopyRun run, IndexShape shape) {
        Rest rest = run.rest();
        String former = run.source() + "-former";
        rest.put("/" + former, """
                {"settings":{"number_of_shards":%d,"number_of_replicas":0,
                 "routing.allocation.require._name":"%s"%s}}""".formatted(shape.cameFrom(), aNode(rest), shape.settings()));
        awaitGreen(rest, former);
        StringBuilder bulk = new StringBuilder();
        IntStream.range(0, BEFORE)
                .forEach(i -> bulk.append("{\"index\":{\"_id\":\"former-")
                        .append(i)
                        .append("\"}}\n{\"n\":")
                        .append(i)
                        .append("}\n"));
        assertThat(rest.post("/" + former + "/_bulk?refresh=true", bulk.toString())
                        .path("errors")
                        .asBoolean(true))
                .isFalse();
        rest.put("/" + former + "/_settings", "{\"index.blocks.write\":true}");
        JsonNode made = rest.post(
                "/" + former + (shape.cameFrom() > shape.source() ? "/_shrink/" : "/_split/") + run.source(),
                """
                {"settings":{"index.number_of_shards":%d,"index.number_of_replicas":0,"index.blocks.write":null,
                 "index.routing.allocation.require._name":null}}""".formatted(shape.source()));
        assertThat(made.path("acknowledged").asBoolean(false)).as("%s", made).isTrue();
        awaitGreen(rest, run.source());
        rest.delete("/" + former);
    }

    static int documentsBefore(IndexShape shape) {
        return shape.cameFrom() == 0 ? 0 : BEFORE;
    }

    private static String aNode(Rest rest) {
        return rest.get("/_nodes/_local")
                .path("nodes")
                .iterator()
                .next()
                .path("name")
                .asString("");
    }

    private static void awaitGreen(Rest rest, String index) {
        JsonNode health = rest.get(
                "/_cluster/health/" + index + "?wait_for_status=green&wait_for_no_relocating_shards=true&timeout=120s");
        assertThat(health.path("timed_out").asBoolean(true)).as("%s", health).isFalse();
    }
}
