package io.shardstream.control.index;

import java.util.ArrayList;
import java.util.List;

/// A choice of an index's settings.
/// @param names names, or beginnings of names where they end with a dot
public record SettingNames(List<String> names) {
    /// What belongs to the one index: what it is, how it came to be, where it lies, and what is decided for each index
    /// by whoever makes it. No copy gets these, and it is no difference that they differ.
    public static final SettingNames OWN = new SettingNames(List.of(
            // What the index is, given by the server.
            "index.uuid",
            "index.history.uuid",
            "index.creation_date",
            "index.creation_date_string",
            "index.provided_name",
            "index.version.",
            "index.shard_limit.group",
            "index.failure_store.version",
            // How it came to be: shrunk, split, cloned, restored, downsampled, followed, mounted.
            "index.resize.",
            "index.shrink.",
            "index.split.",
            "index.recovery.",
            "index.downsample.",
            "index.rollup.",
            "index.xpack.",
            "index.store.snapshot.",
            "index.remote_store.",
            "index.soft_deletes.",
            "index.source_only",
            // What a server notes where it closes an index or blocks its writes (private in all of them).
            "index.verified_before_close",
            "index.verified_read_only",
            // Where it lies: attributes, names and tiers of its nodes, and paths of their disks.
            "index.routing.allocation.",
            "index.routing.rebalance.",
            "index.allocation.existing_shards_allocator",
            "index.data_path",
            // What keeps writers away from it, and what would process documents.
            "index.blocks.",
            "index.default_pipeline",
            "index.final_pipeline",
            // Its shards.
            "index.number_of_shards",
            "index.number_of_routing_shards"));

    public SettingNames {
        names = List.copyOf(names);
    }

    public SettingNames and(String... more) {
        List<String> all = new ArrayList<>(names);
        all.addAll(List.of(more));
        return new SettingNames(all);
    }

    public boolean contain(String setting) {
        return names.stream().anyMatch(name -> name.endsWith(".") ? setting.startsWith(name) : setting.equals(name));
    }
}
