package io.shardstream.control.index;

import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One index as its cluster describes it.
///
/// @param name concrete name
/// @param settings what was set, by full name such as `index.uuid`; defaults are not among them
/// @param mappings the mapping's root object
/// @param aliases names of its aliases
/// @param routingNumShards `routing_num_shards` of the cluster state
public record IndexDescription(
        String name, Map<String, JsonNode> settings, JsonNode mappings, Set<String> aliases, int routingNumShards) {
    public IndexDescription {
        settings = Map.copyOf(settings);
        aliases = Set.copyOf(aliases);
    }

    /// @param answer the value that `GET /<name>?flat_settings=true` holds under the concrete name
    public static IndexDescription of(String name, JsonNode answer, int routingNumShards) {
        Map<String, JsonNode> settings = new LinkedHashMap<>();
        answer.path("settings").properties().forEach(entry -> settings.put(entry.getKey(), entry.getValue()));
        Set<String> aliases = new TreeSet<>(answer.path("aliases").propertyNames());
        return new IndexDescription(name, settings, answer.path("mappings"), aliases, routingNumShards);
    }

    /// The same with these aliases besides, which only the state of the cluster may tell: other answers may say
    /// nothing of those that no role of the user names.
    IndexDescription withAliases(Collection<String> more) {
        Set<String> all = new TreeSet<>(aliases);
        all.addAll(more);
        return new IndexDescription(name, settings, mappings, all, routingNumShards);
    }

    /// The setting as text, or null where it was not set.
    public @Nullable String setting(String fullName) {
        JsonNode value = settings.get(fullName);
        return value == null ? null : SettingText.of(value);
    }

    public String uuid() {
        return setting("index.uuid", "");
    }

    public int shards() {
        return Integer.parseInt(setting("index.number_of_shards", "1"));
    }

    public ShardRouting routing() {
        int partitionSize = Integer.parseInt(setting("index.routing_partition_size", "1"));
        return new ShardRouting(shards(), routingNumShards, partitionSize);
    }

    /// @throws RunRefusedException if it is this index
    public void requireOther(IndexDescription target) {
        if (uuid().equals(target.uuid())) {
            throw new RunRefusedException(
                    "Source and target are the same index '" + name + "': name another target.index.");
        }
    }

    /// Whether it was made from another index by shrinking, splitting or cloning (`index.resize.source.name`;
    /// Elasticsearch 7 also wrote `index.shrink.source.name`), as far as it still says so: Elasticsearch 8.6
    /// and later forget it when the primaries have started (`ResizeSourceIndexSettingsUpdater`).
    public boolean isResized() {
        return settings.keySet().stream()
                .anyMatch(name -> name.startsWith("index.resize.source.") || name.startsWith("index.shrink.source."));
    }

    private String setting(String fullName, String otherwise) {
        String value = setting(fullName);
        return value == null ? otherwise : value;
    }
}
