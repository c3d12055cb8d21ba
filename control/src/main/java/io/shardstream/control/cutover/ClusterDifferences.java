package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.survey.difference.FieldConsent;
import io.shardstream.control.survey.difference.NoticedDifference;
import io.shardstream.control.survey.server.ClusterSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Settings of a whole cluster that limit requests or decide what they find and when, such as `search.max_buckets`,
/// where two clusters have them otherwise: requests that the source's cluster takes may be refused by the
/// target's, or find less.
///
/// What somebody has set counts, in one of the two: defaults differ between versions, and what a node has in
/// its file is not told apart from them.
public final class ClusterDifferences {
    /// `cluster.default.index.` and `cluster.minimum.index.` are OpenSearch's for indices that do not say it themselves
    /// (`IndicesService`), such as how often they are refreshed. Breakers refuse a request with status 429.
    private static final List<String> BEGINNINGS = List.of(
            "cluster.blocks.",
            "cluster.default.index.",
            "cluster.minimum.index.",
            "cluster.remote.",
            "cluster.search.",
            "compatibility.",
            "indexing_pressure.",
            "indices.breaker.",
            "indices.query.",
            "ingest.",
            "network.breaker.",
            "point_in_time.",
            "script.",
            "search.",
            "search_backpressure.",
            "shard_indexing_pressure.");

    private static final Set<String> NAMES = Set.of(
            "action.auto_create_index",
            "action.destructive_requires_name",
            "action.search.shard_count.limit",
            "cluster.max_shards_per_node",
            "cluster.routing.allocation.enable",
            "indices.id_field_data.enabled");

    /// They change how fast searches are, not what they find.
    private static final List<String> HARMLESS =
            List.of("search.concurrent_segment_search.", "search.low_level_cancellation");

    private static final String NOT_SET = "not known";

    private ClusterDifferences() {}

    /// @param target another cluster
    public static List<NoticedDifference> of(ClusterSwitch source, ClusterSwitch target) throws ElasticException {
        ClusterSettings here;
        ClusterSettings there;
        try {
            here = source.clusterSettings();
            there = target.clusterSettings();
        } catch (ElasticException.Refused e) {
            if (!e.isOfUser()) {
                throw e;
            }
            return List.of(new NoticedDifference(
                    FieldConsent.CLUSTER + "settings",
                    "not known whether both clusters have the same limits of searches: " + e.getMessage(),
                    false));
        }
        Set<String> names = new TreeSet<>();
        Stream.concat(here.set().stream(), there.set().stream())
                .filter(ClusterDifferences::counts)
                .forEach(names::add);
        List<NoticedDifference> all = new ArrayList<>();
        for (String name : names) {
            String from = here.get(name).orElse(NOT_SET);
            String to = there.get(name).orElse(NOT_SET);
            if (!from.equals(to)) {
                all.add(new NoticedDifference(
                        FieldConsent.CLUSTER + name,
                        "cluster setting " + name + " (" + from + " → " + to + ")",
                        false));
            }
        }
        return List.copyOf(all);
    }

    private static boolean counts(String name) {
        return (NAMES.contains(name) || BEGINNINGS.stream().anyMatch(name::startsWith))
                && HARMLESS.stream().noneMatch(name::startsWith);
    }
}
