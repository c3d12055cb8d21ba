package io.shardstream.cli.watch;

import io.shardstream.control.console.view.BacklogView;
import io.shardstream.control.console.view.LaneView;
import io.shardstream.control.console.view.NodeLoad;
import io.shardstream.control.console.view.NodeView;
import io.shardstream.control.console.view.Rates;
import io.shardstream.control.console.view.RunView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A data node of the target with its lanes.
///
/// @param lag beside the other nodes
record NodeRow(
        String name,
        List<LaneView> lanes,
        BacklogView waiting,
        Rates recordsPerSecond,
        Optional<NodeLoad> load,
        LagBar lag) {
    private static final String UNKNOWN = "not known";

    /// The longest backlog in seconds first, then the most refusals, then the most records.
    private static final Comparator<NodeRow> WORST_FIRST = Comparator.comparingDouble(
                    (NodeRow row) -> LagBar.seconds(row.waiting.seconds()))
            .thenComparingLong(NodeRow::refusals)
            .thenComparingLong(row -> row.waiting.records())
            .reversed()
            .thenComparing(NodeRow::name);

    NodeRow {
        lanes = List.copyOf(lanes);
    }

    /// All nodes, the worst first; lanes whose node is not known are one more.
    static List<NodeRow> of(RunView view) {
        List<NodeView> nodes = new ArrayList<>(view.nodes());
        List<LaneView> homeless =
                view.lanes().stream().filter(lane -> lane.node().isEmpty()).toList();
        if (!homeless.isEmpty()) {
            nodes.add(unknown(homeless));
        }
        Map<Integer, LaneView> lanes =
                view.lanes().stream().collect(Collectors.toMap(LaneView::lane, Function.identity(), (one, _) -> one));
        LagBar.Scale scale = LagBar.Scale.of(
                nodes.stream().map(node -> node.waiting().seconds()).toList());
        return nodes.stream()
                .map(node -> of(node, lanes, scale))
                .sorted(WORST_FIRST)
                .toList();
    }

    private static NodeRow of(NodeView node, Map<Integer, LaneView> lanes, LagBar.Scale scale) {
        return new NodeRow(
                node.name(),
                node.lanes().stream()
                        .sorted()
                        .flatMap(lane -> Optional.ofNullable(lanes.get(lane)).stream())
                        .toList(),
                node.waiting(),
                node.recordsPerSecond(),
                node.load(),
                scale.judge(node.waiting().seconds()));
    }

    private static NodeView unknown(List<LaneView> lanes) {
        long records =
                lanes.stream().mapToLong(lane -> lane.waiting().records()).sum();
        long bytes = lanes.stream().mapToLong(lane -> lane.waiting().bytes()).sum();
        Rates rates = lanes.stream().map(LaneView::recordsPerSecond).reduce(Rates.NONE, Rates::plus);
        double seconds = records == 0 ? 0 : records / rates.minute();
        return new NodeView(
                UNKNOWN,
                lanes.stream().map(LaneView::lane).toList(),
                new BacklogView(
                        records,
                        bytes,
                        Double.isInfinite(seconds) ? OptionalDouble.empty() : OptionalDouble.of(seconds)),
                rates,
                Optional.empty());
    }

    long refusals() {
        return load.map(NodeLoad::refusals).orElse(0L);
    }

    /// Why it is as far behind as it is, as far as that is known; empty if nothing is the matter.
    String why() {
        String limitedBy = load.map(NodeLoad::limitedBy).orElse("");
        if (!limitedBy.isEmpty() || lag == LagBar.STEADY) {
            return limitedBy;
        }
        return load.isEmpty() ? "no writer tells of it" : "slower than the others";
    }
}
