package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.elastic.SilentAddress;
import io.shardstream.common.shard.AliasKind;
import io.shardstream.control.index.TemplateAdditions;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.CanaryAnswer;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.IndexHealth;
import io.shardstream.control.index.cluster.MarkedTarget;
import io.shardstream.control.index.cluster.ShardReach;
import io.shardstream.control.index.difference.IndexDefinition;
import io.shardstream.control.index.difference.IndexSettings;
import io.shardstream.control.index.difference.Reference;
import io.shardstream.control.index.server.ClusterSettings;
import io.shardstream.control.index.server.Need;
import io.shardstream.control.index.source.GivenVersion;
import io.shardstream.control.index.source.JoinField;
import io.shardstream.control.index.source.JoinedChild;
import io.shardstream.control.index.source.Placing;
import io.shardstream.control.index.target.TargetMark;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a cluster in memory tells of itself and of its indices.
abstract class MemoryFacts extends MemoryAliases implements ClusterSwitch {
    static final JsonMapper JSON = new JsonMapper();
    /// By index, the snapshots that are being taken of it.
    public final Map<String, List<String>> snapshots = new HashMap<>();
    private final String uuid;
    /// Documents that the shards of a routing hold beside those that were written with it.
    public long foundBesides;
    public String health = "green";
    /// What clients have given a document of every index.
    Optional<GivenVersion> given = Optional.empty();
    /// Children by a join field.
    public List<JoinedChild> joined = List.of();
    /// By index, its mapping type, where that is not `_doc`.
    final Map<String, String> types = new HashMap<>();
    /// What the cluster has by the text of a reference, as JSON.
    final Map<String, String> referred = new HashMap<>();
    public final Map<String, TemplateAdditions> templates = new HashMap<>();
    /// What asking for templates is answered with.
    public int templatesStatus = 200;
    public ClusterSettings clusterSettings = ClusterSettings.NONE;
    /// What asking for the cluster's settings is answered with.
    public int clusterSettingsStatus = 200;
    /// By index, the policy that has attached itself.
    public final Map<String, String> policies = new HashMap<>();
    public int policyStatus = 200;
    int searchStatus = 200;
    /// What searches that are compared find.
    public CanaryAnswer found = new CanaryAnswer(OptionalLong.empty(), true, List.of(), false, Optional.empty());
    /// How far an index is that is copied.
    public Function<String, List<ShardReach>> reachOf = _ -> List.of();
    public final Map<String, List<ShardReach>> reach = new HashMap<>();
    /// Indices of which no primary says how far it is.
    public final Set<String> silent = new HashSet<>();
    /// Addresses of its nodes that do not answer.
    public List<SilentAddress> silentAddresses = List.of();
    /// What no filter of an alias may contain.
    String untakenFilter = "no filter";
    /// Names on which the user lacks privileges.
    final Set<String> lacking = new HashSet<>();
    /// By index, its mapping.
    public final Map<String, String> mappings = new HashMap<>();
    /// Aliases that the user does not see, and the master has.
    public final Set<String> unseen = new HashSet<>();

    MemoryFacts(String uuid) {
        this.uuid = uuid;
    }

    @Override
    public String clusterUuid() throws ElasticException {
        requireAnswer();
        return uuid;
    }

    @Override
    public List<SilentAddress> silentAddresses() throws ElasticException {
        requireAnswer();
        return silentAddresses;
    }

    @Override
    public List<String> snapshotsOf(String index) throws ElasticException {
        requireAnswer();
        return snapshots.getOrDefault(index, List.of());
    }

    @Override
    public List<FoundIndex> find(String name) throws ElasticException {
        requireAnswer(name);
        return call(
                "find",
                () -> aliases.keySet().stream()
                        .filter(index -> index.equals(name)
                                || aliasesOf(index).containsKey(name)
                                || (name.endsWith("*") && index.startsWith(name.substring(0, name.length() - 1))))
                        .map(index -> new FoundIndex(
                                index,
                                uuids.getOrDefault(index, ""),
                                !closed.contains(index),
                                2,
                                withoutPrimary.getOrDefault(index, List.of()),
                                aliasesOf(index).keySet(),
                                otherBlocks.getOrDefault(index, List.of())))
                        .toList());
    }

    @Override
    public List<MarkedTarget> targetsOfRuns() throws ElasticException {
        requireAnswer();
        return call(
                "targetsOfRuns",
                () -> aliases.keySet().stream()
                        .filter(index -> aliasesOf(index).keySet().stream()
                                .anyMatch(alias -> alias.startsWith(AliasKind.PREFIX)))
                        .map(index -> new MarkedTarget(
                                index,
                                aliasesOf(index).keySet(),
                                TargetMark.in(JSON.readTree(mappings.getOrDefault(index, "{}")))
                                        .map(TargetMark::sourceUuid)
                                        .orElse("")))
                        .toList());
    }

    @Override
    public List<Alias> aliases(String index) throws ElasticException {
        requireThere(index);
        return call(
                "aliases",
                () -> aliasesOf(index).values().stream()
                        .filter(alias -> !unseen.contains(alias.name()))
                        .toList());
    }

    @Override
    public IndexHealth health(String index) throws ElasticException {
        requireAnswer(index);
        return health.equals(IndexHealth.GREEN) ? new IndexHealth(health, 4, 0, 0) : new IndexHealth(health, 2, 1, 1);
    }

    @Override
    public Map<String, String> settings(String index) throws ElasticException {
        requireAnswer(index);
        return Map.copyOf(settingsOf(index));
    }

    @Override
    public Optional<GivenVersion> givenVersion(String index) throws ElasticException {
        requireThere(index);
        return call("givenVersion", () -> given);
    }

    /// With the ranges that servers give by themselves, which before 7.0 were one a shard.
    @Override
    public ShardRouting placing(String index) throws ElasticException {
        requireThere(index);
        Map<String, String> set = settingsOf(index);
        String created = set.getOrDefault("index.version.created", "8537000");
        int shards = Integer.parseInt(set.getOrDefault("index.number_of_shards", "1"));
        return call(
                "placing",
                () -> new ShardRouting(
                        shards,
                        Long.parseLong(created) < 7_000_000 ? shards : 256 * shards,
                        Integer.parseInt(set.getOrDefault("index.routing_partition_size", "1")),
                        Placing.functionOf(created)));
    }

    @Override
    public List<JoinedChild> joined(String index, JoinField field) throws ElasticException {
        requireThere(index);
        return call("joined", () -> joined);
    }

    @Override
    public Optional<String> mappingType(String index) throws ElasticException {
        requireThere(index);
        return call("mappingType", () -> Optional.ofNullable(types.get(index)));
    }

    @Override
    public Optional<String> managedBy(String index) throws ElasticException {
        requireThere(index);
        new Reply("memory", Call.get("/_plugins/_ism/explain/" + index), policyStatus, Bytes.EMPTY).orThrow();
        return call("managedBy", () -> Optional.ofNullable(policies.get(index)));
    }

    @Override
    public Optional<JsonNode> referred(Reference reference) throws ElasticException {
        requireAnswer();
        return Optional.ofNullable(referred.get(reference.text())).map(JSON::readTree);
    }

    @Override
    public ClusterSettings clusterSettings() throws ElasticException {
        requireAnswer();
        new Reply("memory", Call.get("/_cluster/settings"), clusterSettingsStatus, Bytes.EMPTY).orThrow();
        return clusterSettings;
    }

    @Override
    public TemplateAdditions templates(String index) throws ElasticException {
        requireAnswer();
        new Reply("memory", Call.get("/_index_template"), templatesStatus, Bytes.EMPTY).orThrow();
        return templates.getOrDefault(index, TemplateAdditions.NONE);
    }

    @Override
    public IndexDefinition definition(String index) throws ElasticException {
        requireThere(index);
        return call(
                "definition",
                () -> new IndexDefinition(
                        JSON.readTree(mappings.getOrDefault(index, "{}")),
                        new IndexSettings(settingsOf(index), settingsOf(index))));
    }

    @Override
    public Optional<String> refusal(String index, List<Alias> aliases) throws ElasticException {
        requireThere(index);
        return call(
                "refusal",
                () -> aliases.stream().anyMatch(alias -> alias.properties().contains(untakenFilter))
                        ? Optional.of("failed to parse filter")
                        : Optional.empty());
    }

    @Override
    public Optional<List<Need>> lacking(List<Need> needs) throws ElasticException {
        requireAnswer();
        return call(
                "lacking",
                () -> Optional.of(needs.stream()
                        .filter(need -> lacking.contains(need.index()))
                        .toList()));
    }

    @Override
    public long documents(String index, String routing, String query) throws ElasticException {
        requireThere(index);
        return emptied.contains(index) ? 0 : routing.isEmpty() ? 20 : foundBesides;
    }

    @Override
    public List<ShardReach> reach(String index) throws ElasticException {
        requireThere(index);
        if (silent.contains(index)) {
            throw new ElasticException.Malformed("The primary of " + index + " does not say how far it is");
        }
        return call("reach", () -> reach.containsKey(index) ? reach.get(index) : reachOf.apply(index));
    }

    @Override
    public long search(String index, String body) throws ElasticException {
        requireAnswer(index);
        Reply reply =
                new Reply("memory", Call.post("/" + index + "/_search", Bytes.utf8(body)), searchStatus, Bytes.EMPTY);
        reply.orThrow();
        return 3;
    }

    @Override
    public CanaryAnswer found(String index, String body) throws ElasticException {
        search(index, body);
        return found;
    }
}
