package io.shardstream.control.target;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.SettingText;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The target as it is, or as the run would create it.
///
/// @param description its settings and mappings
/// @param exists whether it is there already
/// @param isWishIgnored whether the run file asks for what an index that is there does not get, and says that it is
///     taken as it is
public record WantedTarget(IndexDescription description, boolean exists, boolean isWishIgnored) {
    private static final JsonMapper MAPPER = new JsonMapper();

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
        return new WantedTarget(description, false, false);
    }

    public static WantedTarget existing(IndexDescription found, TargetSettings wish) {
        return new WantedTarget(
                found,
                true,
                wish.acceptsAsItIs()
                        && (!wish.settings().isEmpty() || wish.mappings().isPresent()));
    }

    public String name() {
        return description.name();
    }

    public @Nullable String setting(String fullName) {
        return description.setting(fullName);
    }

    /// What is set, by full name.
    public Map<String, String> settings() {
        Map<String, String> texts = new HashMap<>();
        description.settings().forEach((name, value) -> texts.put(name, SettingText.of(value)));
        return texts;
    }

    public int replicas() {
        String replicas = setting("index.number_of_replicas");
        return replicas == null ? 1 : Integer.parseInt(replicas);
    }

    /// The body of the request that creates an index that takes what the target would take: one shard, no replicas, no
    /// aliases, and hidden from searches by wildcards.
    public Bytes trial() {
        Map<String, JsonNode> carried = exists
                ? CarriedSettings.ofForeign(description.settings())
                : CarriedSettings.ofAnother(description.settings());
        carried.remove("index.auto_expand_replicas");
        carried.remove("index.routing_partition_size");
        ObjectNode body = MAPPER.createObjectNode();
        ObjectNode settings = body.putObject("settings");
        carried.forEach(settings::set);
        settings.put("index.number_of_shards", 1)
                .put("index.number_of_replicas", 0)
                .put("index.hidden", true)
                .put("index.final_pipeline", "_none");
        body.set("mappings", description.mappings());
        return Bytes.of(MAPPER.writeValueAsBytes(body));
    }
}
