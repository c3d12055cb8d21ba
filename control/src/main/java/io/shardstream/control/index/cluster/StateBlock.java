package io.shardstream.control.index.cluster;

import java.util.Set;

/// One block of an index or of its whole cluster, as the cluster's state holds it.
///
/// @param description what the servers call it, such as `index read-only (api)`
/// @param levels what it refuses, in lower case: `read`, `write`, `metadata_read`, `metadata_write`, and
///     others of later versions (`ClusterBlockLevel` of both servers)
/// @param isOfCluster whether all indices of the cluster have it
public record StateBlock(String description, Set<String> levels, boolean isOfCluster) {
    static final Set<String> ALL_LEVELS = Set.of("read", "write", "metadata_read", "metadata_write");

    public StateBlock {
        levels = Set.copyOf(levels);
    }

    boolean refusesWrites() {
        return levels.contains("write");
    }

    /// Whether it refuses what clients need of an index, be it writes, reads, or changes of aliases and
    /// settings. One that refuses refreshes only, as Elasticsearch 9 has it, does not.
    public boolean isInTheWay() {
        return levels.stream().anyMatch(ALL_LEVELS::contains);
    }

    /// Whether it refuses more than writes, which a cut-over refuses anyway: the source must be read, and its
    /// aliases moved.
    public boolean isInTheWayOfSource() {
        return levels.stream().anyMatch(level -> !level.equals("write") && ALL_LEVELS.contains(level));
    }

    /// How it is lifted, as a part of a sentence.
    public String remedy(String index) {
        // No server lifts the one of a whole cluster by itself.
        if (!isOfCluster && (description.contains("allow delete") || description.contains("disk usage exceeded"))) {
            return "make room on the disks of its nodes, and the cluster lifts it";
        }
        String settings = "look at GET " + (isOfCluster ? "/_cluster/settings" : "/" + index + "/_settings");
        return settings + " for 'blocks', and set what is true there to null";
    }
}
