package io.shardstream.control.survey.server;

import io.shardstream.control.finding.Finding;
import io.shardstream.control.finding.FindingCode;
import io.shardstream.control.index.Server;
import java.util.List;
import java.util.Set;

/// Which servers a run can work with: those that it is tested with; older ones it cannot, all others it may.
public final class VersionRule {
    private static final Set<String> TESTED =
            Set.of("Elasticsearch 7.17", "Elasticsearch 8.19", "Elasticsearch 9.5", "OpenSearch 3.8");
    private static final String USE = "Use Elasticsearch 7.17, 8.19 or 9.5, or OpenSearch 3.8.";

    private VersionRule() {}

    /// @param role `source` or `target`
    /// @param others versions of all its nodes
    public static List<Finding> of(String role, Server server, Set<String> others) {
        if (others.size() > 1) {
            return List.of(
                    single(role, server),
                    Finding.warns(
                            FindingCode.VERSIONS_MIXED,
                            "The nodes of the " + role + " have different versions: "
                                    + String.join(", ", others.stream().sorted().toList()) + ".",
                            "Finish its upgrade first: a run reads and writes through all of its nodes."));
        }
        return List.of(single(role, server));
    }

    private static Finding single(String role, Server server) {
        String what = "The " + role + " is " + server;
        boolean isTooOld = switch (server.distribution()) {
            case Server.ELASTICSEARCH -> server.major() < 7 || (server.major() == 7 && server.minor() < 17);
            case Server.OPENSEARCH -> server.major() < 3;
            default -> true;
        };
        if (isTooOld) {
            return Finding.blocks(FindingCode.VERSION_NOT_SUPPORTED, what + ", which is not supported.", USE);
        }
        String line = server.distribution() + " " + server.major() + "." + server.minor();
        return TESTED.contains(line)
                ? Finding.notes(FindingCode.VERSION_TESTED, what + ".", "")
                : Finding.warns(
                        FindingCode.VERSION_NOT_TESTED,
                        what + ", which is not among the versions that Shardstream is tested with.",
                        "Copy a small index first, and compare it with 'verify --content all'. " + USE);
    }
}
