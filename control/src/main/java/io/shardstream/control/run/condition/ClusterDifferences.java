package io.shardstream.control.run.condition;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.difference.FieldConsent;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.index.server.ClusterSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Settings of a whole cluster that may limit requests or decide what they find and when, such as
/// `search.max_buckets` or `cluster.default.index.refresh_interval`, where two clusters have them otherwise:
/// requests that the source's cluster takes may be refused by the target's, or find less. Any setting may but
/// those that are known not to.
///
/// What somebody has set counts, in one of the two: defaults differ between versions, and what a node has in
/// its file is not told apart from them.
public final class ClusterDifferences {
    /// Where shards and their copies go and how fast, how nodes find one another, what is logged, stored and
    /// watched, how fast searches are, and what plug-ins of OpenSearch set by themselves: nothing by which a
    /// request is refused or finds something else. What is archived no server applies.
    private static final List<String> HARMLESS = List.of(
            "archived.",
            "ccr.",
            "cluster.auto_shrink_voting_configuration",
            "cluster.election.",
            "cluster.fault_detection.",
            "cluster.follower_lag.",
            "cluster.info.",
            "cluster.join.",
            "cluster.max_voting_config_exclusions",
            "cluster.metadata.",
            "cluster.nodes.",
            "cluster.persistent_tasks.",
            "cluster.publish.",
            "cluster.routing.",
            "cluster.service.",
            "discovery.",
            "gateway.",
            "health.",
            "indices.lifecycle.",
            "indices.recovery.",
            "insights.",
            "logger.",
            "monitor.",
            "opendistro.alerting.",
            "opendistro.index_state_management.",
            "plugins.alerting.",
            "plugins.anomaly_detection.",
            "plugins.index_state_management.",
            "plugins.ml_commons.",
            "plugins.scheduled_jobs.",
            "repositories.",
            "search.concurrent_segment_search.",
            "search.insights.",
            "search.low_level_cancellation",
            "slm.",
            "snapshot.",
            "telemetry.",
            "tracing.",
            "transport.",
            "xpack.ml.",
            "xpack.monitoring.",
            "xpack.profiling.",
            "xpack.watcher.");

    /// Without a primary an index that is made by a rollover takes no writes.
    private static final Set<String> NAMES = Set.of("cluster.routing.allocation.enable");

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
        return NAMES.contains(name) || HARMLESS.stream().noneMatch(name::startsWith);
    }
}
