package io.shardstream.writer;

import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.pace.Holding;
import io.shardstream.writer.lane.Lane;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// On which data node the primary of each lane's shard is, as the control topic last said.
final class LaneNodes {
    /// Stands for whatever node takes a bulk.
    static final String ANY = "";

    private final Supplier<PrimaryNodes> primaries;
    private List<Lane> grouped = List.of();
    private PrimaryNodes groupedBy = PrimaryNodes.UNKNOWN;
    private Map<String, List<Lane>> groups = Map.of();
    private List<Holding> holdings = List.of();

    LaneNodes(Supplier<PrimaryNodes> primaries) {
        this.primaries = primaries;
    }

    PrimaryNodes primaries() {
        return primaries.get();
    }

    /// The name of a lane's node, or [#ANY].
    String of(Lane lane) {
        return primaries.get().of(lane.partition()).orElse(ANY);
    }

    /// Lanes by the name of their node, or [#ANY]; worked out anew only when one of the two is another.
    ///
    /// @param lanes a list that does not change
    /// @param all how many lanes the run has
    Map<String, List<Lane>> group(List<Lane> lanes, int all) {
        PrimaryNodes now = primaries.get();
        if (!lanes.equals(grouped) || !now.equals(groupedBy)) {
            grouped = lanes;
            groupedBy = now;
            groups = lanes.stream()
                    .collect(Collectors.groupingBy(
                            lane -> now.of(lane.partition()).orElse(ANY), TreeMap::new, Collectors.toList()));
            holdings = groups.entrySet().stream()
                    .map(one -> holding(one.getKey(), one.getValue().size(), now.mayBeOn(one.getKey(), all)))
                    .toList();
        }
        return groups;
    }

    private static Holding holding(String node, int held, int mayBeThere) {
        return new Holding(node, held, Math.max(held, mayBeThere));
    }

    /// What a writer of the lanes that were grouped last holds of each node.
    List<Holding> holdings() {
        return holdings;
    }
}
