package io.shardstream.control.index.target;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.elastic.WholeState;
import io.shardstream.common.shard.OwnAlias;
import io.shardstream.control.index.MappingType;
import io.shardstream.control.index.WatchedCall;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// An index of a real cluster. Within a step of a cut-over its requests end with the step, as [WatchedCall]
/// says.
///
/// A request whose answer is lost may be carried out much later, and a controller that was frozen may send
/// one when another one has moved production to the target. So a target is changed through the alias by which
/// its run goes on, which a fence, a swap, and the end of a run take away: what comes behind them is refused.
public final class HttpMappingSide implements MappingSide {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String EACH = "metadata.indices.*.";
    private static final String VERSIONS =
            EACH + "mapping_version," + EACH + "settings_version," + EACH + "settings.index.uuid";
    private static final String ALIASES = EACH + "aliases," + EACH + "settings.index.uuid";
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;

    private final ElasticCluster cluster;
    private final String index;
    private final Optional<String> run;

    private HttpMappingSide(ElasticCluster cluster, String index, Optional<String> run) {
        this.cluster = cluster;
        this.index = index;
        this.run = run;
    }

    /// An index that no run owns.
    public static HttpMappingSide of(ElasticCluster cluster, String index) {
        return new HttpMappingSide(cluster, index, Optional.empty());
    }

    /// The target of a run.
    ///
    /// @param run its name
    public static HttpMappingSide ofTarget(ElasticCluster cluster, String index, String run) {
        return new HttpMappingSide(cluster, index, Optional.of(run));
    }

    @Override
    public VersionedDefinition.Versions versions() throws ElasticException {
        return VersionedDefinition.versionsOf(told(VERSIONS)).orElseThrow(this::silent);
    }

    @Override
    public VersionedDefinition definition() throws ElasticException {
        return definitionIfTold().orElseThrow(this::silent);
    }

    /// The same; empty if the cluster says what the index is, and no versions.
    ///
    /// @throws ElasticException.Malformed if that is not known, as the answer does not have the index, or has
    ///     several mappings of it
    public Optional<VersionedDefinition> definitionIfTold() throws ElasticException {
        JsonNode metadata = told(VERSIONS + "," + EACH + "settings," + EACH + "mappings");
        List<String> types = MappingType.namesIn(metadata.path("mappings"));
        if (types.size() > 1) {
            throw new ElasticException.Malformed("The state of the " + cluster.name()
                    + " cluster has several mappings of index '" + index + "' (" + String.join(", ", types)
                    + "), and does not say which one it goes by");
        }
        return VersionedDefinition.of(metadata);
    }

    /// The elected master's own state, but for Elasticsearch 9.2 and later, where it is that of the node that
    /// is asked (`TransportClusterStateAction`). Either is only ever too old, unless it says itself that it
    /// is not whole.
    private JsonNode told(String parts) throws ElasticException {
        JsonNode metadata = WatchedCall.of(() -> WholeState.of(cluster, "metadata", index, parts))
                .path("metadata")
                .path("indices")
                .path(index);
        if (VersionedDefinition.uuidOf(metadata).isEmpty()) {
            throw new ElasticException.Malformed(
                    "The state of the " + cluster.name() + " cluster does not have index '" + index + "'");
        }
        return metadata;
    }

    private ElasticException silent() {
        return new ElasticException.Malformed("The state of the " + cluster.name()
                + " cluster does not say which versions mapping and settings of index '" + index + "' have");
    }

    @Override
    public Outcome change(ObjectNode mapping) throws ElasticException {
        return put(whileUnderWay(), "_mapping", MAPPER.writeValueAsBytes(mapping));
    }

    @Override
    public Outcome release(ObjectNode mapping) throws ElasticException {
        String through = run.isEmpty()
                ? index
                : OwnAlias.ofOwner(run.get(), aliases().stream()).orElse(index);
        return put(through, "_mapping", MAPPER.writeValueAsBytes(mapping));
    }

    @Override
    public Outcome set(String name, @Nullable JsonNode value) throws ElasticException {
        return put(whileUnderWay(), "_settings", MAPPER.writeValueAsBytes(Collections.singletonMap(name, value)));
    }

    private String whileUnderWay() throws ElasticException {
        return run.isEmpty()
                ? index
                : OwnAlias.ofRunUnderWay(run.get(), aliases().stream())
                        .orElseThrow(
                                () -> notChanged("it has no alias any more by which run " + run.get() + " goes on"));
    }

    private List<String> aliases() throws ElasticException {
        return told(ALIASES)
                .path("aliases")
                .valueStream()
                .map(name -> name.asString(""))
                .toList();
    }

    private ElasticException notChanged(String why) {
        return new ElasticException.Malformed(
                "Index '" + index + "' of the " + cluster.name() + " cluster was not changed, as " + why);
    }

    private Outcome put(String through, String what, byte[] body) throws ElasticException {
        Call call = Call.put("/" + Call.encoded(through) + "/" + what, Bytes.of(body));
        Reply reply = WatchedCall.of(() -> cluster.send(call));
        if (reply.status() == NOT_FOUND && !through.equals(index)) {
            throw notChanged("alias '" + through + "' of it was taken away meanwhile");
        }
        if (reply.status() == BAD_REQUEST) {
            return new Outcome.Refused(reply.errorReason());
        }
        return reply.orThrow().json().path("acknowledged").asBoolean(false)
                ? new Outcome.Acknowledged()
                : new Outcome.Unacknowledged();
    }
}
