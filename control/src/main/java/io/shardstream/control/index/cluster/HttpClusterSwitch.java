package io.shardstream.control.index.cluster;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ClusterUuid;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ErrorText;
import io.shardstream.common.elastic.OwnSearches;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.elastic.SilentAddress;
import io.shardstream.control.index.Acknowledged;
import io.shardstream.control.index.DocumentCount;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.MappingType;
import io.shardstream.control.index.StateManagement;
import io.shardstream.control.index.TemplateAdditions;
import io.shardstream.control.index.difference.IndexDefinition;
import io.shardstream.control.index.difference.IndexSettings;
import io.shardstream.control.index.difference.Reference;
import io.shardstream.control.index.server.ClusterSettings;
import io.shardstream.control.index.server.Need;
import io.shardstream.control.index.server.Privileges;
import io.shardstream.control.index.source.GivenVersion;
import io.shardstream.control.index.source.JoinField;
import io.shardstream.control.index.source.JoinSample;
import io.shardstream.control.index.source.JoinedChild;
import io.shardstream.control.index.source.Placing;
import io.shardstream.control.index.target.ReleasedMark;
import io.shardstream.control.index.target.TargetReplicas;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A cluster, reached by HTTP.
public final class HttpClusterSwitch implements ClusterSwitch {
    /// Searches with these choose by themselves: "cannot set [search_type] when using [knn] search"
    /// (`RestSearchAction`).
    private static final List<String> OWN_SCORES = List.of("knn", "retriever", "sub_searches");

    private static final String WRITE_BLOCK = "index.blocks.write";
    /// `IndexMetadata.INDEX_WRITE_BLOCK`
    private static final String WRITE_BLOCK_ID = "8";
    private static final int BAD_REQUEST = 400;

    /// Of a sample.
    private static final int MOST_CHILDREN = 1000;

    private static final JsonMapper MAPPER = new JsonMapper();

    private final ElasticCluster cluster;
    private final AliasMoves moves;

    public HttpClusterSwitch(ElasticCluster cluster) {
        this.cluster = cluster;
        this.moves = new AliasMoves(cluster);
    }

    @Override
    public String clusterUuid() throws ElasticException {
        return ClusterUuid.of(cluster);
    }

    @Override
    public boolean isGone(String index) throws ElasticException {
        return find(index).stream().noneMatch(found -> found.name().equals(index));
    }

    @Override
    public List<SilentAddress> silentAddresses() throws ElasticException {
        return cluster.silentAddresses();
    }

    @Override
    public List<FoundIndex> find(String name) throws ElasticException {
        return FoundIndices.of(cluster, name);
    }

    @Override
    public List<MarkedTarget> targetsOfRuns() throws ElasticException {
        return MarkedTarget.all(cluster);
    }

    @Override
    public List<String> snapshotsOf(String index) throws ElasticException {
        return RunningSnapshots.of(cluster, index);
    }

    @Override
    public List<Alias> aliases(String index) throws ElasticException {
        JsonNode told = json(Call.get(path(index, "_alias"))).path(index).path("aliases");
        // A server that knows the index says that it has none (`TransportGetAliasesAction.postProcess`).
        if (!told.isObject() || !told.valueStream().allMatch(JsonNode::isObject)) {
            throw new ElasticException.Malformed(
                    "The " + cluster.name() + " does not tell the aliases of '" + index + "'");
        }
        return told.properties().stream()
                .map(entry -> new Alias(entry.getKey(), entry.getValue().toString()))
                .toList();
    }

    @Override
    public boolean change(List<AliasChange> changes) throws ElasticException {
        return moves.change(changes);
    }

    /// By the state, since the setting says nothing of a block that is not whole.
    @Override
    public WriteBlock writeBlock(String index) throws ElasticException {
        JsonNode state = json(Call.get("/_cluster/state/blocks,metadata/" + Call.encoded(index))
                .with("filter_path", "blocks.indices,metadata.indices.*.state"));
        if (!state.path("metadata").path("indices").has(index)) {
            throw new ElasticException.Malformed("The state of the " + cluster.name() + " has no index " + index);
        }
        if (!FoundIndices.tellsBlocks(state, index)) {
            throw new ElasticException.Malformed(
                    "The state of the " + cluster.name() + " does not tell the blocks of index " + index);
        }
        JsonNode block = state.path("blocks").path("indices").path(index).path(WRITE_BLOCK_ID);
        if (block.isMissingNode()) {
            return WriteBlock.NONE;
        }
        return block.has("uuid") ? WriteBlock.UNCONFIRMED : WriteBlock.WHOLE;
    }

    /// An alias is as good as its index here (`TransportAddIndexBlockAction` and
    /// `TransportUpdateSettingsAction` resolve names on the master); answers name the index.
    @Override
    public boolean block(String index, String through) throws ElasticException {
        Reply reply = cluster.sendOnce(Call.put(path(through, "_block/write"), Bytes.EMPTY));
        if (reply.isOfNoIndex()) {
            return false;
        }
        JsonNode answer = reply.orThrow().json();
        boolean blocked = false;
        for (JsonNode one : answer.path("indices")) {
            blocked |= one.path("name").asString("").equals(index) && isWhole(one);
        }
        return blocked
                && answer.path("acknowledged").asBoolean(false)
                && answer.path("shards_acknowledged").asBoolean(false);
    }

    /// Failures of single shards stand beside `blocked: true` or in place of it.
    private static boolean isWhole(JsonNode index) {
        return index.path("blocked").asBoolean(false)
                && AnswerValues.isNothing(index.path("failed_shards"))
                && !index.has("exception");
    }

    @Override
    public boolean unblock(String index, String through) throws ElasticException {
        Reply reply = cluster.sendOnce(settingsCall(through, WRITE_BLOCK, null));
        if (reply.isOfNoIndex()) {
            return false;
        }
        Acknowledged.require(reply);
        return true;
    }

    @Override
    public boolean hasBulks(String opaqueId) throws ElasticException {
        return BulksUnderWay.isAny(cluster, opaqueId);
    }

    @Override
    public Optional<GivenVersion> givenVersion(String index) throws ElasticException {
        return GivenVersion.in(cluster, index, shardsOf(index));
    }

    @Override
    public ShardRouting placing(String index) throws ElasticException {
        return Placing.of(cluster, index);
    }

    @Override
    public List<JoinedChild> joined(String index, JoinField field) throws ElasticException {
        int window = Integer.parseInt(settings(index).getOrDefault("index.max_result_window", "10000"));
        return JoinSample.of(cluster::send, index, field, Math.min(MOST_CHILDREN, window));
    }

    @Override
    public Optional<String> mappingType(String index) throws ElasticException {
        return MappingType.of(cluster::send, cluster.name(), index);
    }

    @Override
    public Optional<String> managedBy(String index) throws ElasticException {
        return StateManagement.policyOf(cluster, index);
    }

    @Override
    public Optional<JsonNode> referred(Reference reference) throws ElasticException {
        return reference.in(cluster);
    }

    @Override
    public ClusterSettings clusterSettings() throws ElasticException {
        return ClusterSettings.of(json(
                Call.get("/_cluster/settings").with("include_defaults", "true").with("flat_settings", "true")));
    }

    @Override
    public TemplateAdditions templates(String index) throws ElasticException {
        return TemplateAdditions.of(cluster, index);
    }

    @Override
    public IndexHealth health(String index) throws ElasticException {
        return IndexHealth.of(cluster.name(), index, json(Call.get("/_cluster/health/" + Call.encoded(index))));
    }

    @Override
    public Map<String, String> settings(String index) throws ElasticException {
        return new IndexCatalog(cluster).effectiveSettings(index);
    }

    @Override
    public IndexDefinition definition(String index) throws ElasticException {
        JsonNode told = json(Call.get("/" + Call.encoded(index)).with("flat_settings", "true"))
                .path(index);
        if (!told.path("mappings").isObject() || !told.path("settings").isObject()) {
            throw new ElasticException.Malformed(
                    "The " + cluster.name() + " does not tell settings and mappings of '" + index + "'");
        }
        return new IndexDefinition(
                told.path("mappings"), new IndexSettings(IndexCatalog.texts(told.path("settings")), settings(index)));
    }

    @Override
    public void markReleased(String index) throws ElasticException {
        Optional<ObjectNode> change = ReleasedMark.into(definition(index).mapping());
        if (change.isPresent()) {
            Bytes body = Bytes.of(MAPPER.writeValueAsBytes(change.get()));
            Acknowledged.require(cluster.sendOnce(Call.put(path(index, "_mapping"), body)));
        }
    }

    /// Asks for all of them together with one that no server gives: an alias may not be called as an index
    /// is. The master takes up one after the other, with its filter against the index's mapping, and nothing
    /// is changed if one fails (`MetadataIndexAliasesService.applyAliasActions`, `AliasValidator` of both
    /// servers; not so for the removal of an alias that was just added, which is looked for before).
    @Override
    public Optional<String> refusal(String index, List<Alias> aliases) throws ElasticException {
        List<AliasChange> changes = new ArrayList<>();
        aliases.forEach(alias -> changes.add(new AliasChange.Add(index, alias)));
        changes.add(new AliasChange.Add(index, Alias.plain(index)));
        Reply reply = cluster.sendOnce(AliasCall.of(changes));
        if (reply.status() != BAD_REQUEST) {
            reply.orThrow();
            throw new ElasticException.Malformed(
                    reply + " and gave '" + index + "' an alias of its own name, which no server does");
        }
        return reply.errorType().equals("invalid_alias_name_exception") ? Optional.empty() : Optional.of(reason(reply));
    }

    @Override
    public boolean refusesMissingAlias(String index, String alias) throws ElasticException {
        return moves.refusesMissing(index, alias);
    }

    @Override
    public Optional<String> anchorProblem(String name) throws ElasticException {
        return moves.anchorProblem(name);
    }

    private static String reason(Reply reply) throws ElasticException {
        String cause = ErrorText.kept(
                reply.json().path("error").path("caused_by").path("reason").asString(""));
        return Printable.of(cause.isEmpty() ? reply.errorReason() : reply.errorReason() + ": " + cause);
    }

    @Override
    public Optional<List<Need>> lacking(List<Need> needs) throws ElasticException {
        Privileges asked = new Privileges(cluster.name(), needs, "");
        Reply reply = cluster.send(Call.post("/_security/user/_has_privileges", asked.questionOfNeeds()));
        return reply.isOk() ? Optional.of(asked.lacking(reply.json())) : Optional.empty();
    }

    @Override
    public void set(String index, String setting, @Nullable String value) throws ElasticException {
        Acknowledged.require(cluster.sendOnce(settingsCall(index, setting, value)));
    }

    /// Does not wait for the copy's shards, which takes too long. Settings and blocks are copied, aliases not
    /// (`MetadataCreateIndexService`; seen on 7.17, 8.19, 9.5, OpenSearch 3.8), nor are replicas (on 8.19).
    @Override
    public void copy(String index, String copy, String alias) throws ElasticException {
        ObjectNode body = MAPPER.createObjectNode();
        body.putObject("aliases").putObject(alias);
        Map<String, String> has = settings(index);
        body.putObject("settings")
                .put(TargetReplicas.SETTING, has.get(TargetReplicas.SETTING))
                .put(TargetReplicas.EXPANSION, has.get(TargetReplicas.EXPANSION));
        Acknowledged.require(cluster.sendOnce(
                Call.post(path(index, "_clone/" + Call.encoded(copy)), Bytes.of(MAPPER.writeValueAsBytes(body)))
                        .with("wait_for_active_shards", "0")));
    }

    @Override
    public List<ShardReach> reach(String index) throws ElasticException {
        return IndexReach.of(cluster, index, shardsOf(index));
    }

    private int shardsOf(String index) throws ElasticException {
        return find(index).stream()
                .filter(found -> found.name().equals(index))
                .findFirst()
                .map(FoundIndex::shards)
                .orElseThrow(() -> new ElasticException.Malformed(
                        "The state of the " + cluster.name() + " has no index " + index));
    }

    @Override
    public void delete(String index) throws ElasticException {
        Reply reply = cluster.sendOnce(Call.delete("/" + Call.encoded(index)));
        if (!reply.isOfNoIndex()) {
            Acknowledged.require(reply);
        }
    }

    private static Call settingsCall(String name, String setting, @Nullable String value) {
        byte[] body = MAPPER.writeValueAsBytes(Collections.singletonMap(setting, value));
        return Call.put(path(name, "_settings"), Bytes.of(body));
    }

    @Override
    public long search(String index, String body) throws ElasticException {
        return document(canary(index, body)).path("took").asLong(0);
    }

    @Override
    public CanaryAnswer found(String index, String body) throws ElasticException {
        Call call = canary(index, body);
        JsonNode search = MAPPER.readTree(body);
        boolean isScoredByServer = OWN_SCORES.stream().anyMatch(search::has);
        return CanaryAnswer.of(document(isScoredByServer ? call : call.with("search_type", "dfs_query_then_fetch")));
    }

    private static Call canary(String index, String body) {
        return OwnSearches.asGiven(Call.post(path(index, "_search"), Bytes.utf8(body)))
                .with("request_cache", "false");
    }

    @Override
    public long documents(String index, String routing, String query) throws ElasticException {
        return DocumentCount.of(cluster::send, cluster.name(), index, routing, query);
    }

    private JsonNode json(Call call) throws ElasticException {
        return cluster.send(call).orThrow().json();
    }

    private JsonNode document(Call call) throws ElasticException {
        return cluster.send(call).orThrow().document();
    }

    private static String path(String index, String what) {
        return "/" + Call.encoded(index) + "/" + what;
    }
}
