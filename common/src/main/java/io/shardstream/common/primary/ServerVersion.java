package io.shardstream.common.primary;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// The version of the server that one node runs; during an upgrade they differ. OpenSearch counts from
/// 1 again, and so is older than every Elasticsearch here, which is right: it took on none of this.
public record ServerVersion(int major, int minor) {
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");

    /// Asks the node; `GET /` would do, but is not part of every distribution.
    static ServerVersion of(ElasticNode node) throws ElasticException {
        Call call = Call.get("/_nodes/_local").with("filter_path", "nodes.*.version");
        for (JsonNode self : node.send(call).orThrow().json().path("nodes")) {
            Matcher version = VERSION.matcher(self.path("version").asString(""));
            if (version.matches()) {
                return new ServerVersion(Integer.parseInt(version.group(1)), Integer.parseInt(version.group(2)));
            }
        }
        throw new ElasticException.Malformed(node + " does not say which version it is");
    }

    /// Whether vectors are left out of `_source` unless asked for (Elasticsearch 9.2, `exclude_vectors`).
    public boolean leavesOutVectors() {
        return isAtLeast(9, 2);
    }

    /// Whether searches say which documents have a version (aggregations over `_version`). OpenSearch refuses them;
    /// it has come to version 3.
    public boolean aggregatesVersions() {
        return isAtLeast(7, 0);
    }

    /// Whether the cluster state is always the node's own, and asking for that is deprecated
    /// (Elasticsearch 9.2).
    boolean alwaysGivesItsOwnState() {
        return isAtLeast(9, 2);
    }

    private boolean isAtLeast(int otherMajor, int otherMinor) {
        return major > otherMajor || (major == otherMajor && minor >= otherMinor);
    }
}
