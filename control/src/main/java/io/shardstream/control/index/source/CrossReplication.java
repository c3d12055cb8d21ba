package io.shardstream.control.index.source;

import io.shardstream.control.index.IndexDescription;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// What cross-cluster replication does with a source, that of Elasticsearch and that of OpenSearch's plug-in:
/// it follows an index of another cluster, or is followed.
public final class CrossReplication {
    /// `CcrSettings.CCR_FOLLOWING_INDEX_SETTING` of Elasticsearch.
    private static final String FOLLOWING = "index.xpack.ccr.following_index";
    /// `ReplicationPlugin.REPLICATED_INDEX_SETTING` of OpenSearch's plug-in; its value is the leader's name.
    private static final String LEADER = "index.plugins.replication.follower.leader_index";
    /// The source of retention leases of followers (`CcrRetentionLeases`).
    private static final String LEASE = "ccr";
    /// What it begins with in OpenSearch (`RemoteClusterRetentionLeaseHelper.RETENTION_LEASE_PREFIX`).
    private static final String OPENSEARCH_LEASE = "replication:";

    private static final Pattern OPENSEARCH_ID = Pattern.compile("replication:(.*):\\[([^\\]]+)]\\[\\d+]");

    private CrossReplication() {}

    /// Why a run that ends with a cut-over cannot have the index as its source; empty if it can. A follower
    /// takes no writes and keeps its leader's aliases, so production is with its leader.
    public static Optional<String> problem(IndexDescription index) {
        if ("true".equals(index.setting(FOLLOWING))) {
            return Optional.of(problem(index.name(), FOLLOWING, "/" + index.name() + "/_ccr/unfollow"));
        }
        String leader = index.setting(LEADER);
        return leader == null || leader.isEmpty()
                ? Optional.empty()
                : Optional.of(problem(index.name(), LEADER, "/_plugins/_replication/" + index.name() + "/_stop"));
    }

    private static String problem(String index, String setting, String stop) {
        return "Source index '" + index + "' follows an index of another cluster (" + setting
                + "), to which production writes, so it cannot be cut over: copy the leader, stop following (POST "
                + stop + "), or use follow: false.";
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
                        .filter(lease -> isOfFollower(lease.path("source").asString("")))
                        .forEach(
                                lease -> followers.add(follower(lease.path("id").asString(""))));
            }
        }
        return followers.isEmpty() ? Optional.empty() : Optional.of("'" + String.join("', '", followers) + "'");
    }

    private static boolean isOfFollower(String source) {
        return source.equals(LEASE) || source.startsWith(OPENSEARCH_LEASE);
    }

    /// `cluster/index/uuid-following-cluster/index/uuid` (`CcrRetentionLeases.retentionLeaseId`), or
    /// `replication:cluster:uuid:[index][shard]`, in older versions without the uuid
    /// (`RemoteClusterRetentionLeaseHelper` of OpenSearch's plug-in).
    private static String follower(String id) {
        Matcher opensearch = OPENSEARCH_ID.matcher(id);
        if (opensearch.matches()) {
            return opensearch.group(1) + ":" + opensearch.group(2);
        }
        int end = id.indexOf("-following-");
        String[] parts = (end < 0 ? id : id.substring(0, end)).split("/", -1);
        return parts.length == 3 ? parts[0] + ":" + parts[1] : id;
    }
}
