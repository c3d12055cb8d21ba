package io.shardstream.control.index.target;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;

/// What the target says about routing otherwise than the source does.
public final class RoutingFindings {
    private RoutingFindings() {}

    /// @param target as it is, or would be
    /// @param withoutRouting how many documents of the source have no custom routing, asked for in one
    ///     search; it does not matter where the target requires none ([#isRequired])
    /// @param follow whether the run goes on to a cut-over
    public static List<Finding> of(
            IndexDescription source, IndexDescription target, long withoutRouting, boolean follow) {
        List<Finding> findings = new ArrayList<>();
        required(source, target, withoutRouting, follow, findings);
        if (!partitionSize(source).equals(partitionSize(target))) {
            findings.add(Finding.notes(
                    FindingCode.ROUTING_PARTITIONS_DIFFER,
                    "Documents of one routing lie in " + shards(partitionSize(source)) + " of the source, and in "
                            + partitionSize(target) + " of the target (index.routing_partition_size).",
                    "Searches with a routing ask as many shards: set it as production needs it, it cannot be changed"
                            + " later."));
        }
        if (source.routingNumShards() != target.routingNumShards()) {
            findings.add(Finding.notes(
                    FindingCode.ROUTING_SHARDS_DIFFER,
                    "The source divides hashes into " + source.routingNumShards() + " parts, the target into "
                            + target.routingNumShards() + " (index.number_of_routing_shards).",
                    "It decides into how many shards the target can be split later."));
        }
        return findings;
    }

    private static void required(
            IndexDescription source,
            IndexDescription target,
            long withoutRouting,
            boolean follow,
            List<Finding> findings) {
        boolean isRequired = isRequired(target);
        if (isRequired && withoutRouting > 0) {
            findings.add(Finding.blocks(
                    FindingCode.ROUTING_REQUIRED_BY_TARGET,
                    "The target takes documents with a routing only (_routing.required), and the source has "
                            + NumberText.of(withoutRouting, "document") + " without one: each would become a reject.",
                    "Take _routing.required out of the target's mapping."));
        } else if (isRequired(source) != isRequired && follow) {
            findings.add(Finding.blocks(
                    FindingCode.ROUTING_REQUIRED_DIFFERS,
                    isRequired
                            ? "The target takes documents with a routing only (_routing.required), the source any: it"
                                    + " could not be cut over."
                            : "The source takes documents with a routing only (_routing.required), the target any: it"
                                    + " could not be cut over.",
                    isRequired
                            ? "Take _routing.required out of the target's mapping: clients that write without a routing"
                                    + " would be refused."
                            : "Add _routing.required to target.mappings: no server adds it later, and what clients write"
                                    + " without a routing could not be found with one."));
        } else if (isRequired(source) && !isRequired) {
            findings.add(Finding.notes(
                    FindingCode.ROUTING_REQUIRED_DIFFERS,
                    "The source takes documents with a routing only (_routing.required), the target any.",
                    "Add it to target.mappings if what is written after a cut-over shall have one too."));
        }
    }

    private static String partitionSize(IndexDescription index) {
        String size = index.setting("index.routing_partition_size");
        return size == null ? "1" : size;
    }

    private static String shards(String size) {
        return size.equals("1") ? "1 shard" : size + " shards";
    }

    /// Whether it takes documents with a routing only.
    public static boolean isRequired(IndexDescription index) {
        return index.mappings().path("_routing").path("required").asBoolean(false);
    }
}
