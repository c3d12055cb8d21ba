package io.shardstream.common.shard;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The version of the server that one node runs; during an upgrade they differ. OpenSearch counts from
/// 1 again, and so is older than every Elasticsearch here, which is right: it took on none of this.
public record ServerVersion(int major, int minor) {
    private static final Pattern VERSION = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})\\b.*");

    /// Reads the number that a server gives as its version.
    ///
    /// @param version such as `9.5.3` or `9.6.0-SNAPSHOT`
    /// @return empty if it is none
    static Optional<ServerVersion> of(String version) {
        Matcher parts = VERSION.matcher(version);
        return parts.matches()
                ? Optional.of(new ServerVersion(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2))))
                : Optional.empty();
    }

    /// Whether vectors are left out of `_source` unless asked for (Elasticsearch 9.2, `exclude_vectors`).
    public boolean leavesOutVectors() {
        return isAtLeast(9, 2);
    }

    /// Whether searches say which documents have a version (aggregations over `_version`). Elasticsearch 7.17
    /// does, 7.10 refuses them ("Fielddata is not supported"), and so does OpenSearch, which has come to
    /// version 3. What is between was not tried, and does without.
    public boolean aggregatesVersions() {
        return isAtLeast(7, 17);
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
