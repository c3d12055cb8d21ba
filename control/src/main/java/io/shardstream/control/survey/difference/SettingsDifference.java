package io.shardstream.control.survey.difference;

import io.shardstream.control.finding.Finding;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Where the target's settings are not the source's: all that was set on one of the two, but for what is an index's
/// own, and what other findings tell. Defaults that differ between versions of a server are not compared.
public final class SettingsDifference {
    private static final String TOPIC = "settings";

    /// Names, or beginnings of names where they end with a dot.
    private static final List<String> LEFT_OUT = List.of(
            // What an index is, and how it came to be.
            "index.uuid",
            "index.history.uuid",
            "index.creation_date",
            "index.creation_date_string",
            "index.provided_name",
            "index.version.",
            "index.shard_limit.group",
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
            "index.verified_before_close",
            // Where it lies.
            "index.routing.allocation.",
            // What the run itself changes.
            "index.gc_deletes",
            // What other findings tell: blocks, pipelines, policies, routing and shards.
            "index.blocks.",
            "index.default_pipeline",
            "index.final_pipeline",
            "index.lifecycle.",
            "index.plugins.index_state_management.",
            "index.opendistro.index_state_management.",
            "index.number_of_shards",
            "index.number_of_routing_shards",
            "index.routing_partition_size");

    private SettingsDifference() {}

    public static List<Finding> of(IndexSettings source, IndexSettings target) {
        Map<SettingGroup, List<String>> groups = new EnumMap<>(SettingGroup.class);
        Set<String> names = new TreeSet<>(source.set().keySet());
        names.addAll(target.set().keySet());
        for (String name : names) {
            SettingChange change = new SettingChange(name, source.value(name), target.value(name));
            if (!isLeftOut(name) && !change.source().equals(change.target())) {
                groups.computeIfAbsent(SettingGroup.of(change), group -> new ArrayList<>())
                        .add(change.words());
            }
        }
        List<Finding> findings = new ArrayList<>();
        groups.forEach((group, changes) -> findings.add(
                new Finding(group.severity(), TOPIC, group.what() + ": " + Named.of(changes) + ".", group.advice())));
        return findings;
    }

    private static boolean isLeftOut(String name) {
        return LEFT_OUT.stream().anyMatch(left -> left.endsWith(".") ? name.startsWith(left) : name.equals(left));
    }
}
