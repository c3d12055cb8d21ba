package io.shardstream.control.preflight;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.HiddenDocuments;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.server.AddressRule;
import io.shardstream.control.index.server.ClusterNode;
import io.shardstream.control.index.server.ClusterSettings;
import io.shardstream.control.index.server.Privileges;
import io.shardstream.control.index.server.VersionRule;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// Asks one cluster what it is, and what its user may do.
public final class ClusterSurvey {
    private static final int UNAUTHORIZED = 401;
    private static final Server SILENT = new Server(Server.ELASTICSEARCH, "");

    private final String role;
    private final ElasticCluster cluster;
    private final FindingList findings;

    /// @param role `source` or `target`
    public ClusterSurvey(String role, ElasticCluster cluster, FindingList findings) {
        this.role = role;
        this.cluster = cluster;
        this.findings = findings;
    }

    /// @throws ElasticException if nobody answers, or the user is not known
    ClusterFacts facts() throws ElasticException {
        ClusterFacts facts = glance();
        return new ClusterFacts(facts.server(), facts.nodes(), facts.settings(), shards(facts.nodes()));
    }

    /// The same without its number of shards, for which all of them are asked.
    ///
    /// @throws ElasticException if nobody answers, or the user is not known
    public ClusterFacts glance() throws ElasticException {
        Reply root = cluster.send(Call.get("/"));
        if (root.status() == UNAUTHORIZED) {
            root.orThrow();
        }
        Optional<Server> said =
                findings.ask(FindingCode.CLUSTER_UNKNOWN, "which server the " + role + " is", () -> server(root));
        findings.addAll(AddressRule.of(role, cluster.silentAddresses()));
        unnamedAddresses();
        List<ClusterNode> nodes = nodes();
        Set<String> versions = nodes.stream()
                .map(ClusterNode::version)
                .filter(version -> !version.isEmpty())
                .collect(Collectors.toSet());
        said.ifPresent(server -> findings.addAll(VersionRule.of(role, server, versions)));
        ClusterSettings settings = ask(
                        FindingCode.DISKS_UNKNOWN,
                        "how full the " + role + "'s disks may get",
                        Call.get("/_cluster/settings")
                                .with("include_defaults", "true")
                                .with("flat_settings", "true"))
                .map(ClusterSettings::of)
                .orElse(ClusterSettings.NONE);
        return new ClusterFacts(said.orElse(SILENT), nodes, settings, 0);
    }

    /// As whatever copies finds out which it is ([IndexCatalog#server()]): what is refused then is refused
    /// here too.
    private Server server(Reply root) throws ElasticException {
        Server server = new IndexCatalog(cluster).server();
        return server.equals(Server.SILENT) ? Server.of(root.orThrow().json()) : server;
    }

    /// A cluster that does not tell its nodes leads nowhere else.
    private void unnamedAddresses() throws ElasticException.Unreachable {
        try {
            AddressRule.ofUnnamed(role, cluster.unnamedAddresses(), cluster.tellsCredentials())
                    .ifPresent(findings::add);
        } catch (ElasticException.Unreachable e) {
            throw e;
        } catch (ElasticException e) {
            // It is told where its data nodes are asked for.
        }
    }

    private List<ClusterNode> nodes() throws ElasticException {
        JsonNode nodes = ask(
                        FindingCode.CLUSTER_UNKNOWN,
                        "which nodes the " + role + " has",
                        Call.get("/_nodes")
                                .with("filter_path", "nodes.*.name,nodes.*.version,nodes.*.roles,nodes.*.ip"))
                .orElse(MissingNode.getInstance());
        JsonNode disks = ask(
                        FindingCode.DISKS_UNKNOWN,
                        "how full the " + role + "'s disks are",
                        Call.get("/_nodes/stats/fs").with("filter_path", "nodes.*.fs.total"))
                .orElse(MissingNode.getInstance());
        return ClusterNode.of(nodes, disks);
    }

    /// Those that count for `cluster.max_shards_per_node`: closed indices do not, nor what lies on frozen
    /// nodes.
    private long shards(List<ClusterNode> nodes) throws ElasticException {
        Optional<JsonNode> health = ask(
                FindingCode.SHARD_COUNT_UNKNOWN,
                "how many shards the " + role + " has",
                Call.get("/_cluster/health").with("expand_wildcards", "open,hidden"));
        if (health.isEmpty()) {
            return 0;
        }
        long open = health.get().path("active_shards").asLong(0)
                + health.get().path("initializing_shards").asLong(0)
                + health.get().path("unassigned_shards").asLong(0);
        Set<String> others = nodes.stream()
                .filter(ClusterNode::holdsOtherShardsOnly)
                .map(ClusterNode::name)
                .collect(Collectors.toSet());
        return others.isEmpty() ? open : Math.max(0, open - shardsOn(others));
    }

    private long shardsOn(Set<String> nodes) throws ElasticException {
        Call call = Call.get("/_cat/allocation").with("format", "json").with("h", "node,shards");
        long shards = 0;
        for (JsonNode node : ask(
                        FindingCode.SHARD_COUNT_UNKNOWN, "how many shards lie on the " + role + "'s frozen nodes", call)
                .orElse(MissingNode.getInstance())) {
            if (nodes.contains(node.path("node").asString(""))) {
                shards += node.path("shards").asLong(0);
            }
        }
        return shards;
    }

    private Optional<JsonNode> ask(FindingCode unknown, String what, Call call) throws ElasticException {
        return findings.ask(unknown, what, () -> cluster.send(call).orThrow().json());
    }

    /// Also whether roles hide documents of the index from the user, which only matters where it reads.
    void access(Server server, Privileges privileges) throws ElasticException {
        if (server.distribution().equals(Server.OPENSEARCH)) {
            openSearch();
            return;
        }
        Reply answer = cluster.send(Call.post("/_security/user/_has_privileges", privileges.question()));
        if (!answer.isOk()) {
            findings.add(Finding.unknown(
                    FindingCode.PRIVILEGES_UNKNOWN,
                    "what the user of the " + role + " may do (" + answer
                            + "): it has no security, or does not tell."));
            return;
        }
        findings.addAll(privileges.findings(answer.json()));
        if (role.equals("source")) {
            Reply roles = cluster.send(Call.get("/_security/user/_privileges"));
            if (roles.isOk()) {
                hidden(privileges.index(), roles)
                        .ifPresent(what -> findings.add(Finding.blocks(
                                FindingCode.ROLES_HIDE_DOCUMENTS,
                                "The roles of the source's user hide " + what + " of '" + privileges.index()
                                        + "' from it: the copy would lack them.",
                                "Read with a user whose roles have no query and no field security on this index.")));
            } else {
                findings.add(Finding.unknown(
                        FindingCode.HIDDEN_DOCUMENTS_UNKNOWN,
                        "whether roles hide documents of the source (" + roles + ")."));
            }
        }
    }

    /// Empty, and told, if the answer does not say it.
    private Optional<String> hidden(String index, Reply roles) throws ElasticException.Unreachable {
        return findings.ask(
                        FindingCode.HIDDEN_DOCUMENTS_UNKNOWN,
                        "whether roles hide documents of the source",
                        () -> HiddenDocuments.of(index, roles.json()))
                .flatMap(what -> what);
    }

    /// Its security plugin tells a user its roles, and not what these allow.
    private void openSearch() throws ElasticException {
        Reply answer = cluster.send(Call.get("/_plugins/_security/authinfo"));
        boolean isAdministrator = answer.isOk()
                && answer.json()
                        .path("roles")
                        .valueStream()
                        .anyMatch(name -> name.asString("").equals("all_access"));
        findings.add(
                isAdministrator
                        ? Finding.warns(
                                FindingCode.USER_MAY_DO_ANYTHING,
                                "The user of the " + role + " may do anything on its cluster.",
                                "Give the run a user of its own that has only what it needs.")
                        : Finding.unknown(
                                FindingCode.PRIVILEGES_UNKNOWN,
                                "what the user of the " + role + " may do, which OpenSearch does not tell."));
    }
}
