package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.elastic.SilentAddress;
import io.shardstream.common.shard.AliasKind;
import io.shardstream.control.index.TemplateAdditions;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.Anchor;
import io.shardstream.control.index.cluster.AnchorCluster;
import io.shardstream.control.index.cluster.Anchors;
import io.shardstream.control.index.cluster.CanaryAnswer;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.IndexHealth;
import io.shardstream.control.index.cluster.MarkedTarget;
import io.shardstream.control.index.cluster.ShardReach;
import io.shardstream.control.index.cluster.StateBlock;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.index.difference.IndexDefinition;
import io.shardstream.control.index.difference.IndexSettings;
import io.shardstream.control.index.difference.Reference;
import io.shardstream.control.index.server.ClusterSettings;
import io.shardstream.control.index.server.Need;
import io.shardstream.control.index.source.GivenVersion;
import io.shardstream.control.index.source.JoinField;
import io.shardstream.control.index.source.JoinedChild;
import io.shardstream.control.index.source.Placing;
import io.shardstream.control.index.target.ReleasedMark;
import io.shardstream.control.index.target.TargetMark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A cluster of some indices in memory, as far as a cut-over sees it.
public final class MemoryCluster implements ClusterSwitch {
    private static final String BLOCK = "-Block-";
    private static final JsonMapper JSON = new JsonMapper();

    /// Whether it is of a version that does not know `must_exist`.
    public boolean isOld;
    /// Whether names of blocks depend on anchors here, as where it is.
    boolean isAnchored;
    /// How often it was tried whether anchors can be made.
    int anchorTrials;
    /// What making an anchor is answered with.
    public int anchorStatus = 200;
    /// Whether shards of anchors find no node.
    public boolean isAnchorLost;
    /// Whether a snapshot has all anchors, so that none is deleted.
    public boolean isInSnapshot;
    /// By index, the snapshots that are being taken of it.
    public final Map<String, List<String>> snapshots = new HashMap<>();
    /// What a call is answered with that gives or takes a name with its anchor.
    public int moveStatus = 200;
    public final AnchorCluster anchorCalls = new MemoryAnchors(true);
    private final Anchors anchors = new Anchors(anchorCalls);
    private final Anchors othersAnchors = new Anchors(new MemoryAnchors(false));

    private final String uuid;
    private final Map<String, Map<String, Alias>> aliases = new HashMap<>();
    private final Map<String, String> uuids = new HashMap<>();
    private final Map<String, List<Integer>> withoutPrimary = new HashMap<>();
    private final Set<String> closed = new HashSet<>();
    private final Set<String> blocked = new HashSet<>();
    private final Set<String> unconfirmed = new HashSet<>();
    private final Map<String, Map<String, String>> settings = new HashMap<>();
    private final Set<String> away = new HashSet<>();
    private final Map<String, List<StateBlock>> otherBlocks = new HashMap<>();
    /// Names by which an index was to be blocked, by index.
    final Map<String, Set<String>> blockedThrough = new HashMap<>();
    private final Map<String, Integer> refused = new HashMap<>();
    public final List<List<AliasChange>> calls = new ArrayList<>();
    /// Calls that change nothing but names through which blocks are set.
    public final List<List<AliasChange>> namings = new ArrayList<>();
    private final Set<String> emptied = new HashSet<>();
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
    int bulks;
    /// Changes of aliases that are carried out and not acknowledged by every node.
    public int unacknowledged;
    /// Blocks that are added and that not all shards confirm.
    public int unconfirming;
    int searchStatus = 200;
    int markStatus = 200;
    /// What changing a setting is answered with.
    public int setStatus = 200;
    /// What searches that are compared find.
    public CanaryAnswer found = new CanaryAnswer(OptionalLong.empty(), true, List.of(), false, Optional.empty());
    /// What making a copy is answered with.
    public int copyStatus = 200;
    /// Copies that are made and not answered for.
    public int uncopied;
    /// How far an index is that is copied.
    public Function<String, List<ShardReach>> reachOf = _ -> List.of();
    public final Map<String, List<ShardReach>> reach = new HashMap<>();
    /// Indices of which no primary says how far it is.
    public final Set<String> silent = new HashSet<>();
    /// Addresses of its nodes that do not answer.
    public List<SilentAddress> silentAddresses = List.of();
    /// What changing the names of blocks is answered with.
    public int nameStatus = 200;
    /// What no filter of an alias may contain.
    String untakenFilter = "no filter";
    /// Names on which the user lacks privileges.
    final Set<String> lacking = new HashSet<>();
    /// By index, its mapping.
    public final Map<String, String> mappings = new HashMap<>();
    /// Aliases that the user does not see, and the master has.
    public final Set<String> unseen = new HashSet<>();
    private String lastThrough = "";
    private Consumer<String> around = _ -> {};

    public MemoryCluster() {
        this("c");
    }

    public MemoryCluster(String uuid) {
        this.uuid = uuid;
    }

    /// Makes an index, open and not blocked.
    public MemoryCluster with(String index, String ofUuid, Alias... ofIt) {
        uuids.put(index, ofUuid);
        aliases.put(index, new TreeMap<>());
        settings.put(index, new HashMap<>(Map.of("index.number_of_replicas", "0")));
        for (Alias alias : ofIt) {
            aliasesOf(index).put(alias.name(), alias);
        }
        return this;
    }

    /// Told each call before it is carried out (`before x`) and after (`after x`); may throw instead.
    public void around(Consumer<String> listener) {
        around = listener;
    }

    /// Its aliases, without those through which its write block was set or lifted.
    public Set<String> names(String index) {
        Set<String> names = new TreeSet<>(aliasesOf(index).keySet());
        names.removeIf(name -> name.contains(BLOCK));
        return names;
    }

    private Map<String, Alias> aliasesOf(String index) {
        return aliases.getOrDefault(index, new TreeMap<>());
    }

    public Map<String, String> settingsOf(String index) {
        return settings.computeIfAbsent(index, _ -> new HashMap<>());
    }

    /// Somebody deletes an index.
    public void remove(String index) {
        aliases.remove(index);
        blocked.remove(index);
        unconfirmed.remove(index);
        uuids.remove(index);
    }

    /// Somebody closes an index, which is then not blocked for writes in the way that an open one is.
    public void close(String index) {
        closed.add(index);
    }

    /// Somebody opens it again.
    public void open(String index) {
        closed.remove(index);
    }

    /// Somebody deletes all documents of an index.
    public void empty(String index) {
        emptied.add(index);
    }

    /// An index loses these primaries, for good.
    public void lose(String index, Integer... shards) {
        withoutPrimary.put(index, List.of(shards));
    }

    /// Somebody moves an alias, or gives it to an index that nobody had.
    public void give(String alias, String from, String to) {
        aliasesOf(from).remove(alias);
        aliasesOf(to).put(alias, Alias.plain(alias));
    }

    /// From now on nobody answers what is asked about an index, or somebody does again.
    public void away(String index, boolean isAway) {
        if (isAway) {
            away.add(index);
        } else {
            away.remove(index);
        }
    }

    /// From now on everything that is asked about an index is refused with that status.
    public void refuse(String index, int status) {
        refused.put(index, status);
    }

    /// A cluster all of whose indices are away is away itself.
    private void requireAnswer() throws ElasticException {
        if (!aliases.isEmpty() && aliases.keySet().stream().allMatch(name -> Anchor.is(name) || away.contains(name))) {
            throw new ElasticException.Unreachable("memory does not answer", new IOException("away"));
        }
    }

    private void requireAnswer(String index) throws ElasticException {
        requireAnswer();
        if (away.contains(index)) {
            throw new ElasticException.Unreachable("memory does not answer", new IOException("away"));
        }
        new Reply("memory", Call.get("/" + index), refused.getOrDefault(index, 200), Bytes.EMPTY).orThrow();
    }

    /// Somebody gives an index an alias, or changes it there.
    public void give(String index, Alias alias) {
        aliasesOf(index).put(alias.name(), alias);
    }

    private static String indexOf(AliasChange change) {
        return switch (change) {
            case AliasChange.Add(String index, Alias _) -> index;
            case AliasChange.Remove(String index, String _) -> index;
            case AliasChange.RemoveIndex(String index) -> index;
        };
    }

    /// A server answers for an alias too, by the name of its index, of which nobody asked.
    private void requireThere(String index) throws ElasticException {
        requireAnswer(index);
        if (isGone(index)) {
            if (aliases.values().stream().anyMatch(names -> names.containsKey(index))) {
                throw new ElasticException.Malformed("memory does not tell of '" + index + "'");
            }
            new Reply("memory", Call.get("/" + index), 404, Bytes.EMPTY).orThrow();
        }
    }

    /// Somebody else sets a write block, or takes it away.
    public void block(String index, boolean isBlocked) {
        if (isBlocked) {
            blocked.add(index);
        } else {
            blocked.remove(index);
        }
    }

    /// Somebody else sets blocks that are no write block, by what the cluster's state calls them.
    public void otherBlocks(String index, String... descriptions) {
        otherBlocks.put(index, Stream.of(descriptions).map(MemoryCluster::block).toList());
    }

    /// With the levels that servers give it.
    private static StateBlock block(String description) {
        Set<String> levels = description.contains("metadata")
                ? Set.of("metadata_read", "metadata_write")
                : description.contains("index read (api)") ? Set.of("read") : Set.of("write", "metadata_write");
        return new StateBlock(description, levels, description.startsWith("cluster"));
    }

    /// Somebody else's write block that not all shards have confirmed.
    public void blockUnconfirmed(String index) {
        unconfirmed.add(index);
    }

    /// All shards confirm the block that was added, long after nobody waits for it.
    public void confirm(String index) {
        if (unconfirmed.remove(index)) {
            blocked.add(index);
        }
    }

    /// The names by which blocks of an index are set or lifted.
    public Set<String> blockNames(String index) {
        Set<String> all = new TreeSet<>(aliasesOf(index).keySet());
        all.removeAll(names(index));
        return all;
    }

    /// The name by which a block was last to be set or lifted.
    public String lastThrough() {
        return lastThrough;
    }

    public boolean takesWrites(String index) {
        return !blocked.contains(index) && !unconfirmed.contains(index);
    }

    /// Carries a call out that was sent earlier, or one of another process, which has anchors of its own.
    public boolean arrive(List<AliasChange> changes) {
        if ((isOld || isAnchored) && Anchors.carry(changes)) {
            try {
                return othersAnchors.change(changes);
            } catch (ElasticException e) {
                throw new IllegalStateException(e);
            }
        }
        return changes.stream().map(MemoryCluster::indexOf).anyMatch(Anchor::is)
                ? arriveWithAnchors(changes)
                : arriveOnCondition(changes);
    }

    /// Takes away what is there, if every index is there that it names, and no mark is on two of them then.
    private boolean arriveWithAnchors(List<AliasChange> changes) {
        for (AliasChange change : changes) {
            if (!aliases.containsKey(indexOf(change))) {
                return false;
            }
        }
        Map<String, Map<String, Alias>> before = new HashMap<>();
        aliases.forEach((index, of) -> before.put(index, new TreeMap<>(of)));
        carryOut(changes);
        Set<String> marks = new HashSet<>();
        boolean isEachMarkOfOne = anchors().stream()
                .flatMap(anchor -> aliasesOf(anchor).values().stream())
                .filter(Alias::isWriteIndex)
                .allMatch(mark -> marks.add(mark.name()));
        if (!isEachMarkOfOne) {
            before.forEach((index, of) -> {
                if (aliases.containsKey(index)) {
                    aliasesOf(index).clear();
                    aliasesOf(index).putAll(of);
                } else {
                    with(index, "uuid of " + index, of.values().toArray(Alias[]::new));
                }
            });
        }
        return isEachMarkOfOne;
    }

    /// Those that are there.
    public Set<String> anchors() {
        Set<String> all = new TreeSet<>(aliases.keySet());
        all.removeIf(name -> !Anchor.is(name));
        return all;
    }

    private boolean arriveOnCondition(List<AliasChange> changes) {
        for (AliasChange change : changes) {
            if (change instanceof AliasChange.Remove(String index, String alias)
                    && !aliasesOf(index).containsKey(alias)) {
                return false;
            }
            if (change instanceof AliasChange.RemoveIndex(String index) && !aliases.containsKey(index)) {
                throw new IllegalArgumentException("no index " + index);
            }
        }
        carryOut(changes);
        return true;
    }

    private void carryOut(List<AliasChange> changes) {
        for (AliasChange change : changes) {
            switch (change) {
                case AliasChange.Add(String index, Alias alias) ->
                    aliasesOf(index).put(alias.name(), alias);
                case AliasChange.Remove(String index, String alias) ->
                    aliasesOf(index).remove(alias);
                case AliasChange.RemoveIndex(String index) -> remove(index);
            }
        }
    }

    /// Anchors in it.
    private final class MemoryAnchors implements AnchorCluster {
        private final boolean isOurs;

        /// @param isOurs whether it is called by whoever is tested, and not by another process
        MemoryAnchors(boolean isOurs) {
            this.isOurs = isOurs;
        }

        @Override
        public Map<String, Set<String>> aliasesOf(Set<String> indices) {
            Map<String, Set<String>> found = new HashMap<>();
            indices.stream()
                    .filter(aliases::containsKey)
                    .forEach(index -> found.put(
                            index,
                            Set.copyOf(MemoryCluster.this.aliasesOf(index).keySet())));
            return found;
        }

        @Override
        public boolean has(String index, String alias) {
            return MemoryCluster.this.aliasesOf(index).containsKey(alias);
        }

        @Override
        public Optional<ElasticException.Refused> make(String index, String name, Alias mark) {
            boolean isMarkTaken = mark.isWriteIndex()
                    && anchors().stream().anyMatch(other -> !other.equals(index) && has(other, mark.name()));
            try {
                new Reply("memory", Call.put("/" + index, Bytes.EMPTY), isMarkTaken ? 500 : anchorStatus, Bytes.EMPTY)
                        .orThrow();
            } catch (ElasticException.Refused e) {
                return Optional.of(e);
            }
            if (!aliases.containsKey(index)) {
                with(index, "uuid of " + index, mark);
            }
            return Optional.empty();
        }

        @Override
        public boolean isAtWork(String index) {
            return !isAnchorLost;
        }

        @Override
        public boolean change(List<AliasChange> changes) throws ElasticException {
            if (!isOurs) {
                return arriveWithAnchors(changes);
            }
            new Reply("memory", Call.post("/_aliases", Bytes.EMPTY), moveStatus, Bytes.EMPTY).orThrow();
            if (isInSnapshot && changes.stream().anyMatch(AliasChange.RemoveIndex.class::isInstance)) {
                new Reply("memory", Call.post("/_aliases", Bytes.EMPTY), 400, Bytes.EMPTY).orThrow();
            }
            namings.add(changes);
            return call("name", () -> arriveWithAnchors(changes));
        }

        @Override
        public void delete(String index) {
            remove(index);
        }
    }

    /// Servers take no alias for the index whose aliases are changed (`MetadataIndexAliasesService`).
    private void requireNoAlias(String index) throws ElasticException {
        boolean isAlias =
                !aliases.containsKey(index) && aliases.values().stream().anyMatch(names -> names.containsKey(index));
        new Reply("memory", Call.post("/_aliases", Bytes.EMPTY), isAlias ? 400 : 200, Bytes.EMPTY).orThrow();
    }

    private <T> T call(String name, Supplier<T> action) {
        around.accept("before " + name);
        T result = action.get();
        around.accept("after " + name);
        return result;
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
    public boolean isGone(String index) throws ElasticException {
        requireAnswer(index);
        return !aliases.containsKey(index);
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
    public boolean change(List<AliasChange> changes) throws ElasticException {
        for (AliasChange change : changes) {
            requireNoAlias(indexOf(change));
            if (change instanceof AliasChange.RemoveIndex(String index) && Anchor.is(index)) {
                requireAnswer();
            } else if (change instanceof AliasChange.Add(String index, Alias _)) {
                requireThere(index);
            } else {
                requireAnswer(indexOf(change));
            }
        }
        if (changes.stream().allMatch(MemoryCluster::isOfBlock)) {
            new Reply("memory", Call.post("/_aliases", Bytes.EMPTY), nameStatus, Bytes.EMPTY).orThrow();
            if (isOld || isAnchored) {
                return anchors.change(changes);
            }
            namings.add(changes);
            return call("name", () -> arrive(changes));
        }
        calls.add(changes);
        boolean done = call("change", () -> arrive(changes));
        if (unacknowledged > 0 && unacknowledged-- > 0) {
            throw new ElasticException.Malformed("not acknowledged");
        }
        return done;
    }

    /// Whether it is about a name through which a block is set or lifted.
    private static boolean isOfBlock(AliasChange change) {
        String name = switch (change) {
            case AliasChange.Add(String _, Alias alias) -> alias.name();
            case AliasChange.Remove(String _, String alias) -> alias;
            case AliasChange.RemoveIndex(String index) -> Anchor.is(index) ? BLOCK : "";
        };
        return name.contains(BLOCK);
    }

    @Override
    public WriteBlock writeBlock(String index) throws ElasticException {
        requireAnswer(index);
        if (isGone(index)) {
            throw new ElasticException.Malformed("The state has no index " + index);
        }
        return call("writeBlock", () -> {
            if (blocked.contains(index)) {
                return WriteBlock.WHOLE;
            }
            return unconfirmed.contains(index) ? WriteBlock.UNCONFIRMED : WriteBlock.NONE;
        });
    }

    @Override
    public boolean block(String index, String through) throws ElasticException {
        requireAnswer(index);
        lastThrough = through;
        blockedThrough.computeIfAbsent(index, _ -> new TreeSet<>()).add(through);
        return call("block", () -> {
            boolean begins = aliasesOf(index).containsKey(through) && !blocked.contains(index);
            if (begins) {
                unconfirmed.add(index);
            }
            if (begins && (unconfirming == 0 || unconfirming-- == 0)) {
                confirm(index);
                return true;
            }
            return false;
        });
    }

    @Override
    public boolean unblock(String index, String through) throws ElasticException {
        requireThere(index);
        lastThrough = through;
        return call("unblock", () -> {
            boolean isThere = aliasesOf(index).containsKey(through);
            if (isThere) {
                blocked.remove(index);
            }
            return isThere;
        });
    }

    @Override
    public boolean hasBulks(String opaqueId) throws ElasticException {
        requireAnswer();
        return call("hasBulks", () -> bulks > 0 && bulks-- > 0);
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
    public boolean refusesMissingAlias(String index, String alias) throws ElasticException {
        requireThere(index);
        int status = lacking.contains(index) ? 403 : 200;
        new Reply("memory", Call.get("/_aliases"), status, Bytes.EMPTY).orThrow();
        return !isOld;
    }

    @Override
    public Optional<String> anchorProblem(String name) throws ElasticException {
        requireAnswer();
        anchorTrials++;
        return anchors.problem(name);
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
    public void markReleased(String index) throws ElasticException {
        requireThere(index);
        new Reply("memory", Call.put("/" + index + "/_mapping", Bytes.EMPTY), markStatus, Bytes.EMPTY).orThrow();
        boolean _ = call("markReleased", () -> {
            ReleasedMark.into(JSON.readTree(mappings.getOrDefault(index, "{}")))
                    .ifPresent(change -> mappings.put(index, change.toString()));
            return true;
        });
    }

    @Override
    public void set(String index, String setting, @Nullable String value) throws ElasticException {
        requireAnswer(index);
        new Reply("memory", Call.put("/" + index + "/_settings", Bytes.EMPTY), setStatus, Bytes.EMPTY).orThrow();
        boolean _ = call("set", () -> {
            if (value == null) {
                settingsOf(index).remove(setting);
            } else {
                settingsOf(index).put(setting, value);
            }
            return true;
        });
    }

    @Override
    public long documents(String index, String routing, String query) throws ElasticException {
        requireThere(index);
        return emptied.contains(index) ? 0 : routing.isEmpty() ? 20 : foundBesides;
    }

    @Override
    public void copy(String index, String copy, String alias) throws ElasticException {
        requireThere(index);
        new Reply("memory", Call.post("/" + index + "/_clone/" + copy, Bytes.EMPTY), copyStatus, Bytes.EMPTY).orThrow();
        boolean _ = call("copy", () -> {
            assertThat(blocked).contains(index);
            assertThat(aliases).doesNotContainKey(copy);
            with(copy, "uuid of " + copy, Alias.plain(alias));
            blocked.add(copy);
            reach.put(
                    copy,
                    reachOf.apply(index).stream()
                            .map(shard -> new ShardReach("h of " + copy, shard.highest()))
                            .toList());
            return true;
        });
        if (uncopied > 0 && uncopied-- > 0) {
            throw new ElasticException.Unreachable("memory does not answer", new IOException("lost"));
        }
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
    public void delete(String index) throws ElasticException {
        requireAnswer(index);
        around.accept("before delete");
        remove(index);
        around.accept("after delete");
    }

    /// Copies of an index that were made and are there, by name.
    public Set<String> copiesOf(String index) {
        Set<String> all = new TreeSet<>(aliases.keySet());
        all.removeIf(name -> !name.startsWith(index + "-before-"));
        return all;
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
