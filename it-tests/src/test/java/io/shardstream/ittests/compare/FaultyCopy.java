package io.shardstream.ittests.compare;

import static io.shardstream.ittests.server.Rest.encoded;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.workload.compare.DocumentId;
import io.shardstream.workload.compare.IndexAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A source index, and a copy of it made by plain requests, in which a test changes one thing or another.
final class FaultyCopy {
    private static final int SOURCE_SHARDS = 3;

    /// A document as it is written to the target.
    record State(long version, Bytes body) {
        State withVersion(long other) {
            return new State(other, body);
        }

        State withBody(String other) {
            return new State(version, Bytes.utf8(other));
        }
    }

    private final Rest rest;
    private final String source = Servers.name("verified-source");
    private final String target = Servers.name("verified-target");
    private final Map<DocumentId, Bytes> bodies = new LinkedHashMap<>();
    private final Map<DocumentId, State> copy = new LinkedHashMap<>();

    FaultyCopy(URI server) {
        this.rest = new Rest(server);
        create(source, SOURCE_SHARDS);
        create(target, 5);
    }

    IndexAddress source() {
        return new IndexAddress(rest.server(), source);
    }

    IndexAddress target() {
        return new IndexAddress(rest.server(), target);
    }

    /// Puts a document into the source.
    FaultyCopy with(String id, @Nullable String routing, String body) {
        return with(id, routing, Bytes.utf8(body));
    }

    FaultyCopy with(String id, @Nullable String routing, Bytes body) {
        DocumentId document = new DocumentId(id, routing);
        write(path(source, document), body);
        bodies.put(document, body);
        return this;
    }

    /// The states that a right copy has, for the test to change before [#write].
    Map<DocumentId, State> states() {
        rest.post("/" + source + "/_refresh", "");
        for (int shard = 0; shard < SOURCE_SHARDS; shard++) {
            for (JsonNode hit : hits(shard)) {
                JsonNode routing = hit.path("_routing");
                DocumentId id =
                        new DocumentId(hit.path("_id").asString(), routing.isString() ? routing.asString() : null);
                long word = ((1024L + shard) << 40) + hit.path("_seq_no").asLong();
                Bytes body = bodies.getOrDefault(id, Bytes.EMPTY);
                copy.put(id, new State(word, body));
            }
        }
        return copy;
    }

    /// Writes the states into the target.
    void write() {
        copy.forEach((id, state) -> {
            String path = path(target, id);
            String versioned = path + (path.contains("?") ? "&" : "?") + "version_type=external_gte&version=";
            write(versioned + state.version(), state.body());
        });
    }

    private JsonNode hits(int shard) {
        return rest.post(
                        "/" + source + "/_search?preference=_shards:" + shard,
                        "{\"size\":10000,\"_source\":false,\"seq_no_primary_term\":true}")
                .at("/hits/hits");
    }

    private void create(String index, int shards) {
        rest.put("/" + index, """
                {"settings":{"number_of_shards":%d,"number_of_replicas":0},"mappings":{"dynamic":false}}""".formatted(shards));
    }

    private void write(String path, Bytes body) {
        Rest.Answer answer = rest.send("PUT", path, body.toArray());
        if (!answer.isOk()) {
            throw new IllegalStateException(path + " " + answer.body());
        }
    }

    private static String path(String index, DocumentId id) {
        String routing = id.routing();
        String path = "/" + index + "/_doc/" + encoded(id.id());
        return routing == null ? path : path + "?routing=" + encoded(routing);
    }
}
