package io.shardstream.control.index.difference;

import io.shardstream.control.index.SettingNames;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.NameList;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Where the target's settings are not the source's: all that was set on one of the two, but for what is an
/// index's own, and what other findings tell. Defaults that differ between versions of a server are not
/// compared.
public final class SettingsDifference {
    private static final SettingNames LEFT_OUT = SettingNames.OWN.and(
            // What the run itself changes.
            "index.gc_deletes",
            // What other findings tell: policies and routing.
            "index.lifecycle.",
            "index.plugins.index_state_management.",
            "index.opendistro.index_state_management.",
            "index.routing_partition_size",
            // What a copy never gets, and what makes it answer as its source does.
            "index.replication.type",
            "index.translog.retention.",
            "index.mapping.exclude_source_vectors",
            "index.knn.derived_source.enabled");

    static final String COERCE = "index.mapping.coerce";

    private SettingsDifference() {}

    public static List<Finding> of(IndexSettings source, IndexSettings target) {
        return findings(changes(source, target));
    }

    /// The same but for what the run file says.
    public static List<Finding> unsaid(IndexSettings source, IndexSettings target, Intended intended) {
        return findings(changes(source, target).stream()
                .filter(change -> !intended.says(change.name(), target.set(change.name())))
                .toList());
    }

    private static List<Finding> findings(List<SettingChange> changes) {
        Map<SettingGroup, List<String>> groups = new EnumMap<>(SettingGroup.class);
        for (SettingChange change : changes) {
            groups.computeIfAbsent(SettingGroup.of(change), group -> new ArrayList<>())
                    .add(change.words());
        }
        List<Finding> findings = new ArrayList<>();
        groups.forEach((group, words) -> findings.add(new Finding(
                group.severity(), group.code(), group.what() + ": " + NameList.of(words) + ".", group.advice())));
        return findings;
    }

    /// The default that servers tell of that one is not what they do: numbers in quotation marks are taken
    /// unless it is said to be false ("Defaults to true",
    /// <https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/coerce>; seen on Elasticsearch
    /// 8.19.21).
    private static String value(IndexSettings side, String name) {
        return name.equals(COERCE) ? side.set().getOrDefault(name, "true") : side.value(name);
    }

    /// By name.
    static List<SettingChange> changes(IndexSettings source, IndexSettings target) {
        Set<String> names = new TreeSet<>(source.set().keySet());
        names.addAll(target.set().keySet());
        return names.stream()
                .filter(name -> !LEFT_OUT.contain(name))
                .map(name -> new SettingChange(name, value(source, name), value(target, name)))
                .filter(change -> !change.source().equals(change.target()))
                .toList();
    }
}
