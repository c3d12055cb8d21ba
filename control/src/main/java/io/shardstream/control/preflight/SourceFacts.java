package io.shardstream.control.preflight;

import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.SettingText;
import io.shardstream.control.index.difference.IndexSettings;
import io.shardstream.control.preflight.server.ShardFacts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The index that is to be copied.
///
/// @param shards what each primary holds; empty if the cluster does not tell
/// @param documents live ones that a search finds; nested ones are not counted
/// @param routed those of them with a custom routing
/// @param effective its settings with defaults; empty if the cluster does not tell
public record SourceFacts(
        IndexDescription index, List<ShardFacts> shards, long documents, long routed, Map<String, String> effective) {
    private static final long DEFAULT_MAX_RESULT_WINDOW = 10_000;

    public SourceFacts {
        shards = List.copyOf(shards);
        effective = Map.copyOf(effective);
    }

    /// How many documents one search may bring, `index.max_result_window`.
    public long maxResultWindow() {
        String most = index.setting("index.max_result_window");
        return most == null ? DEFAULT_MAX_RESULT_WINDOW : Long.parseLong(most);
    }

    IndexSettings settings() {
        Map<String, String> set = new HashMap<>();
        index.settings().forEach((name, value) -> set.put(name, SettingText.of(value)));
        return new IndexSettings(set, effective);
    }

    /// What its primaries take on disk.
    public long bytes() {
        return ShardFacts.bytes(shards);
    }
}
