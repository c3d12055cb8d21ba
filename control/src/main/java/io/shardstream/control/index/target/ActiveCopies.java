package io.shardstream.control.index.target;

import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.NameList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Whether as many copies of each shard of the target are active as it waits for before it takes a write:
/// until they are, a server keeps each bulk for a minute and refuses it then
/// (`ReplicationOperation.checkActiveShardCount` of Elasticsearch and OpenSearch).
public final class ActiveCopies {
    private static final String SETTING = "index.write.wait_for_active_shards";
    private static final String ALL = "all";

    private ActiveCopies() {}

    /// Before the run.
    ///
    /// @param nodes how many may hold the target; 0 if that is not known
    public static Optional<Finding> of(WantedTarget target, int nodes) {
        String setting = target.setting(SETTING);
        if (setting == null) {
            return Optional.empty();
        }
        int byNodes = nodes == 0 ? Integer.MAX_VALUE : nodes;
        int copies = target.hasExpandedReplicas() ? byNodes : 1 + target.replicasWhileCopying();
        int most = Math.min(copies, byNodes);
        int needed = needed(setting, copies);
        if (needed <= most) {
            return Optional.empty();
        }
        return Optional.of(Finding.blocks(
                FindingCode.WRITES_WAIT_FOR_COPIES,
                "The target takes writes only while " + words(setting) + " of a shard are active (" + SETTING
                        + "), and while documents are copied " + most + " can be.",
                "Set " + SETTING + " to 1 under target.settings, and back before production moves"
                        + (needed <= byNodes && !target.hasExpandedReplicas()
                                ? "; or raise " + key(target) + "."
                                : ".")));
    }

    private static String key(WantedTarget target) {
        return target.replicas() > target.replicasWhileCopying() ? "target.replicas-while-copying" : "target.replicas";
    }

    /// Whether the index waits for more than the primary.
    ///
    /// @param settings of the index, with defaults
    public static boolean areWaitedFor(Map<String, String> settings) {
        return needed(settings.getOrDefault(SETTING, "1"), Integer.MAX_VALUE) > 1;
    }

    /// During the run.
    ///
    /// @param settings of the index, with defaults
    /// @param health the answer to `GET /_cluster/health/<index>?level=shards`
    public static Optional<Finding> now(String index, Map<String, String> settings, JsonNode health) {
        String setting = settings.getOrDefault(SETTING, "1");
        List<String> waiting = health.path("indices").path(index).path("shards").properties().stream()
                .filter(shard -> isShort(setting, shard.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        if (waiting.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Finding.blocks(
                FindingCode.WRITES_WAIT_FOR_COPIES,
                "The target index '" + index + "' takes no writes in "
                        + (waiting.size() == 1 ? "shard " : "shards ") + NameList.of(waiting) + ": it waits until "
                        + words(setting) + " of a shard are active (" + SETTING + ").",
                "Wait until the copies are there, or set it to 1 for the time of the run (PUT /" + index
                        + "/_settings)."));
    }

    private static boolean isShort(String setting, JsonNode shard) {
        int active = shard.path("active_shards").asInt(0);
        int copies = active
                + shard.path("initializing_shards").asInt(0)
                + shard.path("unassigned_shards").asInt(0);
        return active < needed(setting, copies);
    }

    /// @param copies that a shard has, active or not
    private static int needed(String setting, int copies) {
        if (setting.equals(ALL)) {
            return copies;
        }
        return AnswerValues.shard(setting).orElse(0);
    }

    private static String words(String setting) {
        return setting.equals(ALL) ? "all copies" : setting + " copies";
    }
}
