package io.shardstream.control.index.server;

import io.shardstream.control.index.Server;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Which servers a run can work with: those that it was tried with, and with a warning all others, but for
/// those of which it is known what they lack.
public final class VersionRule {
    /// Those that `VersionPairTest` was run with, as sources and as targets.
    private static final Set<String> TRIED = Set.of(
            "Elasticsearch 7.17", "Elasticsearch 8.19", "Elasticsearch 9.5", "OpenSearch 2.19", "OpenSearch 3.8");

    /// The same of sources alone that are in another cluster than the target.
    private static final Set<String> TRIED_SOURCES = Set.of("Elasticsearch 7.10", "OpenSearch 1.3");

    private static final String WHICH = "Elasticsearch 7.17, 8.19 and 9.5, and OpenSearch 2.19 and 3.8";

    private static final String WHICH_SOURCES =
            WHICH + "; as sources of a target in another cluster also Elasticsearch 7.10 and OpenSearch 1.3";

    /// Without it a call that comes late may change what a later one has done, and production could not be
    /// switched back.
    private static final String NO_CONDITION = "it takes no 'must_exist' when an alias is removed, without which no"
            + " cut-over to it can be taken back safely";

    private static final String SOURCE = "source";

    /// What an OpenSearch says to please old clients (`compatibility.override_main_response_version`).
    private static final String DISGUISE = "7.10.2";

    private VersionRule() {}

    /// @param role `source` or `target`
    /// @param others versions of all its nodes
    public static List<Finding> of(String role, Server server, Set<String> others) {
        Finding single = single(role, undisguised(server, others));
        if (others.size() > 1) {
            return List.of(
                    single,
                    Finding.warns(
                            FindingCode.VERSIONS_MIXED,
                            "The nodes of the " + role + " have different versions: "
                                    + String.join(", ", others.stream().sorted().toList()) + ".",
                            "Finish its upgrade first: a run reads and writes through all of its nodes."));
        }
        return List.of(single);
    }

    /// Nodes say what they are in any case.
    private static Server undisguised(Server server, Set<String> nodes) {
        boolean isDisguised = server.distribution().equals(Server.OPENSEARCH)
                && server.number().equals(DISGUISE)
                && nodes.size() == 1;
        return isDisguised ? new Server(server.distribution(), nodes.iterator().next()) : server;
    }

    private static Finding single(String role, Server server) {
        String what = "The " + role + " is " + server;
        boolean isSource = role.equals(SOURCE);
        String which = isSource ? WHICH_SOURCES : WHICH;
        Optional<String> lacking = lacking(server);
        if (lacking.isEmpty() && !isSource) {
            lacking = lackingInTarget(server);
        }
        if (lacking.isPresent()) {
            return Finding.blocks(
                    FindingCode.VERSION_NOT_SUPPORTED,
                    what + ", which is not supported: " + lacking.get() + ".",
                    "Use a version that was tried: " + which + ".");
        }
        String line = server.distribution() + " " + server.major() + "." + server.minor();
        return TRIED.contains(line) || (isSource && TRIED_SOURCES.contains(line))
                ? Finding.notes(FindingCode.VERSION_TESTED, what + ".", "")
                : Finding.warns(
                        FindingCode.VERSION_NOT_TESTED,
                        what + ", which was not tried with Shardstream: tried are " + which + ".",
                        "Copy a small index first, and compare it with 'verify --content all'.");
    }

    /// Why it can be no target, if that is known, though it may be a source. `must_exist` is read for `remove`
    /// (`IndicesAliasesRequest.AliasActions`) by Elasticsearch 7.11.2, 7.12.1, 7.16.3 and OpenSearch 2.19.6;
    /// 7.9.3, 7.10.2 and OpenSearch 1.3.20, 2.0.1 and 2.5.0 know it for `add` only, where it means nothing.
    private static Optional<String> lackingInTarget(Server server) {
        if (!mayLackCondition(server)) {
            return Optional.empty();
        }
        return Optional.of(NO_CONDITION
                + (server.distribution().equals(Server.OPENSEARCH)
                        ? " (versions up to 2.5 do not know it, 2.19 does)"
                        : " (it came with 7.11)"));
    }

    /// Whether a cut-over from it may make small indices, on which the names of its write block depend.
    public static boolean mayLackCondition(Server server) {
        return server.distribution().equals(Server.OPENSEARCH) ? isBefore(server, 2, 19) : isBefore(server, 7, 11);
    }

    /// Why no run can work with it, if that is known. Numbers of changes came with Elasticsearch 6.0
    /// (`SeqNoFieldMapper`); 6.8.23 was looked at by hand. `AddIndexBlockAction` and `ResolveIndexAction` are
    /// in 7.9.3's jar and not in 7.8.1's.
    private static Optional<String> lacking(Server server) {
        return switch (server.distribution()) {
            case Server.OPENSEARCH -> Optional.empty();
            case Server.ELASTICSEARCH -> {
                if (server.major() == 0) {
                    yield Optional.of("it does not say its version");
                }
                if (isBefore(server, 6, 0)) {
                    yield Optional.of("it does not number the changes of its documents, by which they are followed");
                }
                if (isBefore(server, 7, 0)) {
                    yield Optional.of("it has types in its addresses, spreads documents over shards in another way"
                            + " and writes totals otherwise than later versions");
                }
                if (isBefore(server, 7, 9)) {
                    yield Optional.of(
                            "it lacks requests that a cut-over needs ('_block' and '_resolve/index' came with 7.9)");
                }
                yield Optional.empty();
            }
            default -> Optional.of("only Elasticsearch and OpenSearch are known");
        };
    }

    private static boolean isBefore(Server server, int major, int minor) {
        return server.major() < major || (server.major() == major && server.minor() < minor);
    }
}
