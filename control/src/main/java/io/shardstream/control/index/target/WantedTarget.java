package io.shardstream.control.index.target;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.SettingNames;
import io.shardstream.control.index.SettingText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The target as it is, or as the run would create it.
///
/// @param description its settings and mappings
/// @param exists whether it is there already
/// @param isWishIgnored whether the run file asks for what an index that is there does not get, and says that
///     it is taken as it is
/// @param laterReplicas how many replicas it gets when the backfill is done; empty if it has them from the
///     beginning
public record WantedTarget(
        IndexDescription description, boolean exists, boolean isWishIgnored, OptionalInt laterReplicas) {
    /// What to do about [#replicaProblem()].
    public static final String EXPANSION_ADVICE =
            "Say index.auto_expand_replicas: false under target.settings, or take target.replicas-while-copying away.";

    /// On which nodes an index lies: the run file says it, or a template, or whoever made the index; it is
    /// never carried from a source.
    private static final SettingNames PLACES = new SettingNames(List.of(
            "index.routing.allocation.include.",
            "index.routing.allocation.exclude.",
            "index.routing.allocation.require."));

    private static final String PARTITION = "index.routing_partition_size";

    private static final String HIDDEN = "index.hidden";

    private static final JsonMapper MAPPER = new JsonMapper();

    /// One whose replicas are there from the beginning.
    public WantedTarget(IndexDescription description, boolean exists, boolean isWishIgnored) {
        this(description, exists, isWishIgnored, OptionalInt.empty());
    }

    /// As the run would create it.
    ///
    /// @param keepRouting whether the source's documents have custom routing
    public static WantedTarget created(
            IndexDescription source, TargetSettings wish, boolean keepRouting, CarriedSettings carried) {
        Map<String, JsonNode> settings = new HashMap<>();
        TargetDefinition.settings(source, wish, keepRouting, carried)
                .properties()
                .forEach(entry -> settings.put(entry.getKey(), entry.getValue()));
        IndexDescription description = new IndexDescription(
                wish.index(),
                settings,
                wish.mappings().orElse(source.mappings()),
                Set.of(),
                HashRanges.of(settings, wish.shards().orElse(source.shards())));
        return new WantedTarget(description, false, false, later(source, wish));
    }

    /// One that is there.
    ///
    /// @param isFilled whether the backfill is done, after which no replicas are missing on purpose
    public static WantedTarget existing(
            IndexDescription found, IndexDescription source, TargetSettings wish, boolean isFilled) {
        WantedTarget now = new WantedTarget(
                found,
                true,
                wish.acceptsAsItIs()
                        && (!wish.settings().isEmpty() || wish.mappings().isPresent()));
        OptionalInt later = later(source, wish);
        boolean isMore = later.orElse(0) > now.replicas() && !now.hasExpandedReplicas() && !isFilled;
        return isMore ? new WantedTarget(found, true, now.isWishIgnored, later) : now;
    }

    private static OptionalInt later(IndexDescription source, TargetSettings wish) {
        return wish.replicas().areBuiltLater()
                ? OptionalInt.of(wish.replicas().wantedAtEnd(source.setting(TargetReplicas.SETTING)))
                : OptionalInt.empty();
    }

    public String name() {
        return description.name();
    }

    public @Nullable String setting(String fullName) {
        return description.setting(fullName);
    }

    /// Whether the request that makes it says that searches by wildcards do not find it.
    public boolean isHidden() {
        return Boolean.parseBoolean(setting(HIDDEN));
    }

    /// What is set, by full name.
    public Map<String, String> settings() {
        Map<String, String> texts = new HashMap<>();
        description.settings().forEach((name, value) -> texts.put(name, SettingText.of(value)));
        return texts;
    }

    /// The same when the backfill is done.
    public Map<String, String> settingsAtEnd() {
        Map<String, String> texts = settings();
        laterReplicas.ifPresent(replicas -> texts.put(TargetReplicas.SETTING, Integer.toString(replicas)));
        return texts;
    }

    /// Of each shard, when the backfill is done.
    public int replicas() {
        return laterReplicas.orElseGet(this::replicasWhileCopying);
    }

    /// Of each shard, until then.
    public int replicasWhileCopying() {
        String replicas = setting(TargetReplicas.SETTING);
        return replicas == null ? 1 : Integer.parseInt(replicas);
    }

    /// The tiers of nodes on which it may lie, the preferred one first, divided by commas.
    public String tiers() {
        String tiers = setting("index.routing.allocation.include._tier_preference");
        return tiers == null ? "data_content" : tiers;
    }

    /// How its settings say that it spreads its documents, but for the function; empty if no server takes them.
    public Optional<ShardRouting> routing() {
        try {
            return Optional.of(description.routing());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /// Whether its cluster sets the number of its replicas by itself.
    public boolean hasExpandedReplicas() {
        return TargetReplicas.areExpanded(setting(TargetReplicas.EXPANSION));
    }

    /// Why it would not keep to the number of replicas that the run file says for the backfill, as a
    /// sentence; empty if it would.
    public Optional<String> replicaProblem() {
        return laterReplicas.isPresent() && !exists && hasExpandedReplicas()
                ? Optional.of("Target index '" + name() + "' would have " + TargetReplicas.EXPANSION + " "
                        + setting(TargetReplicas.EXPANSION)
                        + ", by which its cluster sets the number of replicas, and not target.replicas-while-copying.")
                : Optional.empty();
    }

    /// Whether servers take some of its settings with some numbers of shards only.
    private boolean isBoundToItsShards() {
        String partition = setting(PARTITION);
        return (partition != null && !partition.equals("1")) || "lookup".equals(setting("index.mode"));
    }

    /// The body of the request that creates an index that takes what the target would take: one shard where its
    /// settings allow it, no replicas, hidden from searches by wildcards as its alias is, and on the nodes on
    /// which the target may lie.
    ///
    /// @param alias the only one that it has
    public Bytes trial(String alias) {
        Map<String, JsonNode> carried = exists
                ? CarriedSettings.ofForeign(description.settings())
                : CarriedSettings.ofAnother(description.settings());
        description.settings().forEach((name, value) -> {
            if (PLACES.contain(name)) {
                carried.put(name, value);
            }
        });
        carried.remove(TargetReplicas.EXPANSION);
        // More than the one copy that it has, no server takes.
        carried.remove("index.write.wait_for_active_shards");
        ObjectNode body = MAPPER.createObjectNode();
        ObjectNode settings = body.putObject("settings");
        carried.forEach(settings::set);
        settings.put("index.number_of_shards", isBoundToItsShards() ? description.shards() : 1)
                .put(TargetReplicas.SETTING, 0)
                .put(HIDDEN, true)
                .put("index.final_pipeline", "_none");
        body.set("mappings", description.mappings());
        body.putObject("aliases").putObject(alias).put("is_hidden", true);
        return Bytes.of(MAPPER.writeValueAsBytes(body));
    }
}
