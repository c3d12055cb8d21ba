package io.shardstream.cli.watch;

import io.shardstream.control.console.view.LaneView;
import java.util.Comparator;
import java.util.List;

/// A character for each lane of a node: its height for the share that is written, its colour for how far the lane is
/// behind the others.
final class NodeCells {
    private static final Comparator<LaneView> LONGEST_FIRST = Comparator.comparingDouble(
                    (LaneView lane) -> LagBar.seconds(lane.waiting().seconds()))
            .reversed();

    private final LagBar.Scale scale;

    /// @param all lanes of the run
    NodeCells(List<LaneView> all) {
        scale = LagBar.Scale.of(
                all.stream().map(lane -> lane.waiting().seconds()).toList());
    }

    /// In the order of their numbers; where not all fit those that are farthest behind, and how many more there are.
    Line of(List<LaneView> lanes, int columns) {
        if (lanes.size() <= columns) {
            return cells(lanes).and(" ".repeat(columns - lanes.size()), Style.PLAIN);
        }
        int shown = Math.max(0, columns - more(lanes.size()).length());
        String more = more(lanes.size() - shown);
        List<LaneView> farthest = lanes.stream()
                .sorted(LONGEST_FIRST)
                .limit(shown)
                .sorted(Comparator.comparingInt(LaneView::lane))
                .toList();
        return cells(farthest).and(Columns.left(more, columns - shown), Style.FAINT);
    }

    private static String more(int lanes) {
        return "+" + lanes;
    }

    private Line cells(List<LaneView> lanes) {
        Line cells = Line.EMPTY;
        for (LaneView lane : lanes) {
            double share = lane.end() == 0 ? 1 : (double) lane.written() / lane.end();
            cells = cells.and(
                    BlockCharacters.cell(share),
                    scale.judge(lane.waiting().seconds()).style());
        }
        return cells;
    }
}
