package io.shardstream.control.mapping;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import java.util.Collections;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// An index of a real cluster.
public final class HttpMappingSide implements MappingSide {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String EACH = "metadata.indices.*.";
    private static final String VERSIONS =
            EACH + "mapping_version," + EACH + "settings_version," + EACH + "settings.index.uuid";
    private static final int BAD_REQUEST = 400;

    private final ElasticCluster cluster;
    private final String index;

    public HttpMappingSide(ElasticCluster cluster, String index) {
        this.cluster = cluster;
        this.index = index;
    }

    @Override
    public VersionedDefinition.Versions versions() throws ElasticException {
        return VersionedDefinition.versionsOf(state(VERSIONS)).orElseThrow(this::silent);
    }

    @Override
    public VersionedDefinition definition() throws ElasticException {
        return VersionedDefinition.of(state(VERSIONS + "," + EACH + "settings," + EACH + "mappings"))
                .orElseThrow(this::silent);
    }

    /// The elected master's own state: what a master says that was replaced is only ever too old.
    private JsonNode state(String parts) throws ElasticException {
        return cluster.send(Call.get("/_cluster/state/metadata/" + Call.encoded(index))
                        .with("filter_path", parts))
                .orThrow()
                .json()
                .path("metadata")
                .path("indices")
                .path(index);
    }

    private ElasticException silent() {
        return new ElasticException.Malformed("The state of the " + cluster.name()
                + " cluster does not say which versions mapping and settings of index '" + index + "' have");
    }

    @Override
    public Outcome change(ObjectNode mapping) throws ElasticException {
        return put("_mapping", MAPPER.writeValueAsBytes(mapping));
    }

    @Override
    public Outcome set(String name, @Nullable JsonNode value) throws ElasticException {
        return put("_settings", MAPPER.writeValueAsBytes(Collections.singletonMap(name, value)));
    }

    private Outcome put(String what, byte[] body) throws ElasticException {
        Reply reply = cluster.send(Call.put("/" + Call.encoded(index) + "/" + what, Bytes.of(body)));
        if (reply.status() == BAD_REQUEST) {
            return new Outcome.Refused(reply.errorReason());
        }
        return reply.orThrow().json().path("acknowledged").asBoolean(false)
                ? new Outcome.Acknowledged()
                : new Outcome.Unacknowledged();
    }
}
