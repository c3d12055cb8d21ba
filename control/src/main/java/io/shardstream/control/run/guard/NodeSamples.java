package io.shardstream.control.run.guard;

import java.util.Map;
import java.util.Set;

/// What the data nodes of a cluster have told at one look.
///
/// @param byName a sample of each that has told how it is
/// @param failed names of those that belong to the cluster and have not: one whose circuit breakers trip
///     refuses its statistics, too, and is the last one to be taken for a node that is gone
record NodeSamples(Map<String, NodeSample> byName, Set<String> failed) {
    NodeSamples {
        byName = Map.copyOf(byName);
        failed = Set.copyOf(failed);
    }

    /// Whether a node belongs to the cluster no more.
    boolean isGone(String name) {
        return !byName.containsKey(name) && !failed.contains(name);
    }
}
