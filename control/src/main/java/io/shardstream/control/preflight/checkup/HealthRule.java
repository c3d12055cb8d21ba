package io.shardstream.control.preflight.checkup;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.control.index.server.ClusterNode;
import io.shardstream.control.index.server.Watermark;
import io.shardstream.control.index.target.TargetFindings;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.NameList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Whether an index can be read or written, and its nodes have room.
final class HealthRule {
    private static final String FLOODED = "index.blocks.read_only_allow_delete";

    private static final String WRITES = "index.blocks.write";
    private static final String LIFT =
            "Find out who blocked it, and lift the block, unless this run or another one cuts"
                    + " over or rolls back at the moment.";

    private HealthRule() {}

    /// @param isSource whether it is the source's, and not the target's
    /// @param health the answer to `GET /_cluster/health/<index>`
    static Optional<Finding> health(boolean isSource, String index, JsonNode health) {
        if (hasNoShards(health)) {
            return Optional.empty();
        }
        String what = "The " + (isSource ? "source" : "target") + " index '" + index + "' is ";
        return switch (health.path("status").asString("")) {
            case "red" ->
                Optional.of(Finding.blocks(
                        isSource ? FindingCode.SOURCE_PRIMARY_MISSING : FindingCode.TARGET_PRIMARY_MISSING,
                        what + "red: a primary is missing, and its shard can be neither read nor written.",
                        "Ask its cluster why (GET /_cluster/allocation/explain): a node is away, or a disk is full."));
            case "yellow" ->
                Optional.of(Finding.notes(
                        isSource ? FindingCode.SOURCE_REPLICAS_MISSING : FindingCode.TARGET_REPLICAS_MISSING,
                        what + "yellow: some replicas are missing, which holds up nothing.",
                        ""));
            case "green" -> Optional.empty();
            default ->
                Optional.of(Finding.unknown(
                        FindingCode.HEALTH_UNKNOWN,
                        "the health of the " + (isSource ? "source" : "target") + " index '" + index + "'."));
        };
    }

    /// An index that is not there is red, too (`TransportClusterHealthAction` of Elasticsearch), which is
    /// told elsewhere.
    private static boolean hasNoShards(JsonNode health) {
        return Stream.of("active_shards", "initializing_shards", "unassigned_shards")
                .allMatch(count -> health.path(count).asLong(-1) == 0);
    }

    /// @param settings those that are set, by full name
    /// @param holdsWrites whether the run itself has blocked the target for writes: whoever lifts that lets
    ///     clients write what a rollback does not count any more
    /// @param others runs that have set or lifted its write block since
    static List<Finding> indexBlocks(
            String index, Map<String, String> settings, boolean holdsWrites, Set<String> others) {
        List<Finding> findings = new ArrayList<>();
        if (settings.getOrDefault(FLOODED, "false").equals("true")) {
            findings.add(Finding.blocks(
                    FindingCode.TARGET_FLOODED,
                    "The target index '" + index + "' takes no writes (" + FLOODED
                            + "): a disk of its nodes was filled beyond the flood stage.",
                    "Make room on the nodes: the cluster lifts the block by itself then, and writers go on."));
        }
        TargetFindings.BLOCKS.stream()
                .filter(name -> !name.equals(FLOODED) && !(holdsWrites && name.equals(WRITES)))
                .filter(name -> settings.getOrDefault(name, "false").equals("true"))
                .forEach(name -> findings.add(Finding.blocks(
                        FindingCode.TARGET_BLOCKED,
                        "The target index '" + index + "' does not take what the run does to it (" + name + ").",
                        name.equals(WRITES) && !others.isEmpty() ? byOthers(others) : LIFT)));
        return findings;
    }

    private static String byOthers(Set<String> runs) {
        return "The alias of a write block on it is of run " + NameList.of(List.copyOf(runs))
                + ", which may have set it for a cut-over, and may need it for its way back. If clients are to write to"
                + " this index, 'rollback' or 'abort' of that run lifts it; do not lift it by hand.";
    }

    /// Nodes whose disks are filled above the high watermark.
    static List<Finding> disks(String role, List<ClusterNode> nodes, Watermark high) {
        List<Finding> findings = new ArrayList<>();
        for (ClusterNode node : nodes) {
            long total = node.totalBytes().orElse(0);
            long free = node.availableBytes().orElse(Long.MAX_VALUE);
            if (free < high.keptFree(total)) {
                findings.add(Finding.warns(
                        FindingCode.DISK_ABOVE_WATERMARK,
                        "Node '" + node.name() + "' of the " + role + " has " + NumberText.bytes(free)
                                + " free, which is above the high watermark (" + high + ").",
                        "Make room: its cluster moves shards away from it, and blocks writes when it gets fuller."));
            }
        }
        return findings;
    }
}
