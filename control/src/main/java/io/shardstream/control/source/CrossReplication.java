package io.shardstream.control.source;

import io.shardstream.control.index.IndexDescription;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// What cross-cluster replication does with a source: it follows an index of another cluster, or is followed.
public final class CrossReplication {
    /// `CcrSettings.CCR_FOLLOWING_INDEX_SETTING` of Elasticsearch.
    private static final String FOLLOWING = "index.xpack.ccr.following_index";
    /// The source of retention leases of followers (`CcrRetentionLeases`).
    private static final String LEASE = "ccr";

    private CrossReplication() {}

    /// Why a run that ends with a cut-over cannot have the index as its source; empty if it can. A follower
    /// takes no writes and keeps its leader's aliases, so production is with its leader.
    public static Optional<String> problem(IndexDescription index) {
        return "true".equals(index.setting(FOLLOWING))
                ? Optional.of("Source index '" + index.name() + "' follows an index of another cluster (" + FOLLOWING
                        + "), to which production writes, so it cannot be cut over: copy the leader, stop following"
                        + " (POST /" + index.name() + "/_ccr/unfollow), or use follow: false.")
                : Optional.empty();
    }

    /// The clusters and indices that follow it, as their leases say; empty if none does.
    ///
    /// @param stats the answer to `GET /<index>/_stats?level=shards`
    public static Optional<String> followers(String index, JsonNode stats) {
        TreeSet<String> followers = new TreeSet<>();
        for (JsonNode shard : stats.path("indices").path(index).path("shards")) {
            for (JsonNode copy : shard) {
                copy.path("retention_leases")
                        .path("leases")
                        .valueStream()
                        .filter(lease -> lease.path("source").asString("").equals(LEASE))
                        .forEach(
                                lease -> followers.add(follower(lease.path("id").asString(""))));
            }
        }
        return followers.isEmpty() ? Optional.empty() : Optional.of("'" + String.join("', '", followers) + "'");
    }

    /// `cluster/index/uuid-following-cluster/index/uuid` (`CcrRetentionLeases.retentionLeaseId`).
    private static String follower(String id) {
        int end = id.indexOf("-following-");
        String[] parts = (end < 0 ? id : id.substring(0, end)).split("/", -1);
        return parts.length == 3 ? parts[0] + ":" + parts[1] : id;
    }
}
