package io.shardstream.control.index.cluster;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.index.Acknowledged;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Anchors in a cluster, reached by HTTP.
final class HttpAnchors implements AnchorCluster {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int REQUEST_TIMEOUT = 408;
    /// `IndexAbstraction.Alias.computeAndValidateWriteIndex`: "alias [a] has more than one write index [b,c]".
    private static final String TWO_WRITE_INDICES = "illegal_state_exception";

    private static final String MORE_THAN_ONE = "more than one write index";
    private static final String IS_THERE = "resource_already_exists_exception";

    private final ElasticCluster cluster;

    HttpAnchors(ElasticCluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public Map<String, Set<String>> aliasesOf(Set<String> indices) throws ElasticException {
        String path = indices.stream().sorted().map(Call::encoded).collect(Collectors.joining(","));
        JsonNode told = json(Call.get("/" + path + "/_alias").with("ignore_unavailable", "true"));
        Map<String, Set<String>> found = new HashMap<>();
        for (Map.Entry<String, JsonNode> index : told.properties()) {
            JsonNode aliases = index.getValue().path("aliases");
            if (!indices.contains(index.getKey()) || !aliases.isObject()) {
                throw new ElasticException.Malformed(
                        "The " + cluster.name() + " does not tell the aliases of '" + path + "'");
            }
            found.put(index.getKey(), new HashSet<>(aliases.propertyNames()));
        }
        return found;
    }

    @Override
    public boolean has(String index, String alias) throws ElasticException {
        JsonNode aliases = json(Call.get("/" + Call.encoded(index) + "/_alias"))
                .path(index)
                .path("aliases");
        if (!aliases.isObject()) {
            throw new ElasticException.Malformed(
                    "The " + cluster.name() + " does not tell the aliases of '" + index + "'");
        }
        return aliases.has(alias);
    }

    /// Where its shard may go is for the cluster's filters alone: that allocation is switched off for a while
    /// would leave it without a node (`EnableAllocationDecider` takes what the index says first).
    @Override
    public Optional<ElasticException.Refused> make(String index, String name, Alias mark) throws ElasticException {
        ObjectNode body = MAPPER.createObjectNode();
        body.putObject("settings")
                .put("index.number_of_shards", 1)
                .put("index.number_of_replicas", 0)
                .put("index.auto_expand_replicas", "false")
                .put("index.hidden", true)
                .put("index.routing.allocation.enable", "all");
        body.putObject("mappings").putObject("_meta").putObject("shardstream").put("block", name);
        body.putObject("aliases").set(mark.name(), MAPPER.readTree(mark.properties()));
        Reply reply = cluster.sendOnce(Call.put("/" + Call.encoded(index), Bytes.of(MAPPER.writeValueAsBytes(body)))
                .with("wait_for_active_shards", "0"));
        try {
            if (!reply.errorType().equals(IS_THERE)) {
                Acknowledged.require(reply);
            }
            return Optional.empty();
        } catch (ElasticException.Refused e) {
            return Optional.of(e);
        }
    }

    @Override
    public boolean isAtWork(String index) throws ElasticException {
        Reply reply = cluster.send(Call.get("/_cluster/health/" + Call.encoded(index))
                .with("wait_for_status", "green")
                .with("timeout", "10s"));
        return reply.status() != REQUEST_TIMEOUT
                && reply.orThrow().json().path("status").asString("").equals(IndexHealth.GREEN);
    }

    @Override
    public boolean change(List<AliasChange> changes) throws ElasticException {
        Reply reply = cluster.sendOnce(AliasCall.withoutCondition(changes));
        boolean isAnchorGone = reply.isOfNoIndex()
                && Anchor.is(reply.json().path("error").path("index").asString(""));
        boolean isMarkTaken = reply.errorType().equals(TWO_WRITE_INDICES)
                && reply.body().utf8().contains(MORE_THAN_ONE);
        if (isAnchorGone || isMarkTaken) {
            return false;
        }
        Acknowledged.require(reply);
        return true;
    }

    @Override
    public void delete(String index) throws ElasticException {
        Reply reply = cluster.sendOnce(Call.delete("/" + Call.encoded(index)));
        if (!reply.isOfNoIndex()) {
            Acknowledged.require(reply);
        }
    }

    private JsonNode json(Call call) throws ElasticException {
        return cluster.send(call).orThrow().json();
    }
}
