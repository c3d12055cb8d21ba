package io.shardstream.control.index;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.OwnSearches;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.shard.SettingsAnswer;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The indices of one cluster, asked for by name.
public final class IndexCatalog {
    private static final String WITHOUT_ROUTING = "{\"bool\":{\"must_not\":{\"exists\":{\"field\":\"_routing\"}}}}";

    private final ElasticCluster cluster;

    public IndexCatalog(ElasticCluster cluster) {
        this.cluster = cluster;
    }

    /// What sentences call the cluster: `source` or `target`.
    public String clusterName() {
        return cluster.name();
    }

    /// Which server it is, by `GET /` or, where that is refused, by what a node says of itself; [Server#SILENT] where
    /// the user may ask neither.
    public Server server() throws ElasticException {
        return server(cluster::send);
    }

    /// The same for any way to ask a cluster.
    public static Server server(IndexCalls cluster) throws ElasticException {
        Reply root = cluster.send(Call.get("/"));
        if (!isRefused(root)) {
            return Server.of(root.orThrow().json());
        }
        Reply nodes = cluster.send(Call.get("/_nodes/_local")
                .with("filter_path", "nodes.*.version,nodes.*.build_flavor,nodes.*.build_type"));
        return isRefused(nodes)
                ? Server.SILENT
                : nodes.orThrow()
                        .json()
                        .path("nodes")
                        .valueStream()
                        .findFirst()
                        .map(Server::ofNode)
                        .orElse(Server.SILENT);
    }

    /// For good: anything else may be another thing a second later.
    private static boolean isRefused(Reply reply) {
        return switch (reply.status()) {
            case 403, 404, 405 -> true;
            default -> false;
        };
    }

    /// The open index of exactly this name, empty if nothing is called so.
    ///
    /// @throws RunRefusedException if the name is an alias, a data stream or a closed index, or no plain name
    public Optional<IndexDescription> find(String name) throws ElasticException {
        requirePlain(name);
        Reply resolved = cluster.send(Call.get("/_resolve/index/" + Call.encoded(name)));
        if (resolved.status() == 404) {
            return Optional.empty();
        }
        JsonNode answer = resolved.orThrow().json();
        requireNoAlias(name, answer.path("aliases"));
        if (!AnswerValues.isNothing(answer.path("data_streams"))) {
            throw new RunRefusedException("'" + name + "' on the " + clusterName()
                    + " is a data stream, which cannot be copied: name an index.");
        }
        if (!answer.path("indices").isArray()) {
            throw untold("what is called by the name", name);
        }
        JsonNode index = answer.path("indices").path(0);
        if (index.isMissingNode()) {
            return Optional.empty();
        }
        requireUsable(name, index);
        return Optional.of(describe(name));
    }

    /// The open index of exactly this name.
    ///
    /// @throws RunRefusedException if there is none, or the name is that of something else
    public IndexDescription get(String name) throws ElasticException {
        return find(name).orElseThrow(() -> new RunRefusedException(absence(name)));
    }

    /// The sentence that there is no index of this name.
    public String absence(String name) {
        return "There is no index '" + name + "' on the " + cluster
                + ": see that the run file names the index and the cluster that you mean.";
    }

    /// All indices that an alias leads to; none if there is no such alias, or the user may not ask.
    public Set<String> indicesOf(String alias) throws ElasticException {
        Reply reply = cluster.send(Call.get("/_alias/" + Call.encoded(alias)).with("filter_path", "*.aliases"));
        return switch (reply.status()) {
            case 403, 404 -> Set.of();
            default -> Set.copyOf(reply.orThrow().json().propertyNames());
        };
    }

    /// The uuid of the index of exactly this name, empty if it is an alias of another.
    ///
    /// @throws ElasticException.Refused with status 404 if nothing is called so
    public String uuid(String index) throws ElasticException {
        JsonNode answer = cluster.send(
                        Call.get("/" + Call.encoded(index) + "/_settings").with("flat_settings", "true"))
                .orThrow()
                .json();
        String uuid = SettingsAnswer.uuid(answer, index).orElseThrow(() -> untold("the uuid", index));
        return answer.has(index) ? uuid : "";
    }

    private ElasticException untold(String what, String index) {
        return new ElasticException.Malformed("The " + clusterName() + " cluster does not tell " + what + " of index '"
                + index + "' when it is asked for it");
    }

    /// Settings by full name, with the defaults of those that were not set. Those of [NumberSettings] are
    /// numbers.
    public Map<String, String> effectiveSettings(String index) throws ElasticException {
        JsonNode answer = cluster.send(Call.get("/" + Call.encoded(index) + "/_settings")
                        .with("flat_settings", "true")
                        .with("include_defaults", "true"))
                .orThrow()
                .json()
                .path(index);
        // Every index has some, such as its uuid.
        if (!answer.path("settings").isObject() && !answer.path("defaults").isObject()) {
            throw new ElasticException.Malformed(
                    "The " + cluster.name() + " does not tell the settings of '" + index + "'");
        }
        Map<String, String> effective = new HashMap<>();
        for (String part : List.of("defaults", "settings")) {
            effective.putAll(texts(answer.path(part)));
        }
        NumberSettings.require(cluster.name(), index, effective);
        return effective;
    }

    /// @param settings by full name, as a cluster tells them
    public static Map<String, String> texts(JsonNode settings) {
        Map<String, String> texts = new HashMap<>();
        settings.properties().forEach(entry -> texts.put(entry.getKey(), SettingText.of(entry.getValue())));
        return texts;
    }

    /// How many live documents match, exactly; nested ones are not counted.
    ///
    /// @param query a query in JSON
    /// @throws RunRefusedException if not every shard answered
    public long count(String index, String query) throws ElasticException {
        String body = "{\"size\":0,\"track_total_hits\":true,\"query\":" + query + "}";
        JsonNode answer = OwnSearches.answer(
                cluster.send(OwnSearches.of(Call.post("/" + Call.encoded(index) + "/_search", Bytes.utf8(body)))
                        .with("allow_partial_search_results", "false")));
        JsonNode shards = answer.path("_shards");
        if (shards.path("successful").asInt(0) != shards.path("total").asInt(-1)) {
            throw new RunRefusedException("Not every shard of " + clusterName() + " index '" + index
                    + "' answers: wait until it is at least yellow.");
        }
        return AnswerValues.total(answer).orElseThrow(() -> untold("how many documents there are", index));
    }

    /// How many live documents have no custom routing. Asked for in one search: of two, each may ask other
    /// copies, which are not refreshed at the same time.
    ///
    /// @throws RunRefusedException if not every shard answered
    public long countWithoutRouting(String index) throws ElasticException {
        return count(index, WITHOUT_ROUTING);
    }

    /// Makes everything that was written so far visible to searches.
    public void refresh(String index) throws ElasticException {
        cluster.send(Call.post("/" + Call.encoded(index) + "/_refresh", Bytes.EMPTY))
                .orThrow();
    }

    /// The same, unless the user may not (the index privilege `maintenance`).
    public void refreshIfAllowed(String index) throws ElasticException {
        try {
            refresh(index);
        } catch (ElasticException.Refused e) {
            if (e.status() != 403 || !e.type().equals("security_exception")) {
                throw e;
            }
        }
    }

    private void requirePlain(String name) {
        if (name.isBlank() || name.startsWith("_") || name.startsWith("-") || name.matches(".*[*,?\"<>|/\\\\ ].*")) {
            throw new RunRefusedException(
                    "'" + name + "' cannot be the " + clusterName() + " index: name exactly one index.");
        }
    }

    private void requireNoAlias(String name, JsonNode aliases) {
        if (AnswerValues.isNothing(aliases)) {
            return;
        }
        List<String> indices = new ArrayList<>();
        aliases.path(0).path("indices").forEach(index -> indices.add(index.asString("")));
        String what = "'" + name + "' on the " + clusterName() + " is an alias of ";
        throw new RunRefusedException(
                indices.size() == 1
                        ? what + "index '" + indices.getFirst() + "': name that index instead."
                        : what + "the indices " + indices + ": name one of them.");
    }

    private void requireUsable(String name, JsonNode index) {
        String stream = index.path("data_stream").asString("");
        if (!stream.isEmpty()) {
            throw new RunRefusedException("Index '" + name + "' on the " + clusterName() + " belongs to data stream '"
                    + stream + "', which cannot be copied: name an ordinary index.");
        }
        for (JsonNode attribute : index.path("attributes")) {
            if (attribute.asString("").equals("closed")) {
                throw new RunRefusedException(
                        "Index '" + name + "' on the " + clusterName() + " is closed: open it first.");
            }
        }
    }

    private IndexDescription describe(String name) throws ElasticException {
        JsonNode index = cluster.send(Call.get("/" + Call.encoded(name)).with("flat_settings", "true"))
                .orThrow()
                .json()
                .path(name);
        if (index.path("settings").path("index.uuid").asString("").isEmpty()) {
            throw untold("the settings", name);
        }
        if (!AnswerValues.isObjectOrLeftOut(index.path("mappings"))) {
            throw untold("the mapping", name);
        }
        JsonNode state = cluster.send(Call.get("/_cluster/state/metadata/" + Call.encoded(name))
                        .with("filter_path", "metadata.indices.*.routing_num_shards,metadata.indices.*.aliases"))
                .orThrow()
                .json();
        JsonNode metadata = state.path("metadata").path("indices").path(name);
        int routingNumShards = metadata.path("routing_num_shards").asInt(0);
        if (routingNumShards < 1) {
            throw new RunRefusedException("The " + clusterName() + " cluster does not tell routing_num_shards of '"
                    + name + "': the user of the run file needs the cluster privilege 'monitor'.");
        }
        if (!ShardCounts.areTold(index.path("settings"), routingNumShards)) {
            throw untold("the number of shards", name);
        }
        NumberSettings.require(cluster.name(), name, texts(index.path("settings")));
        JsonNode aliases = metadata.path("aliases");
        if (!AnswerValues.isTextsOrLeftOut(aliases)) {
            throw untold("the aliases", name);
        }
        return IndexDescription.of(name, index, routingNumShards)
                .withAliases(
                        aliases.valueStream().map(alias -> alias.asString("")).toList());
    }
}
