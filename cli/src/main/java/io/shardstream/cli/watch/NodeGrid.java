package io.shardstream.cli.watch;

import io.shardstream.control.console.view.RunView;
import java.util.ArrayList;
import java.util.List;

/// The nodes of the target and their lanes, the worst node first.
final class NodeGrid {
    private static final Line NONE = Line.of("No data node of the target is known yet.", Style.FAINT);

    private final List<NodeRow> rows;
    private final NodeCells cells;

    NodeGrid(RunView view) {
        rows = NodeRow.of(view);
        cells = new NodeCells(view.lanes());
    }

    /// How many lines it would like.
    int height() {
        return rows.size() + 1;
    }

    /// @param height lines, at least 1
    List<Line> lines(int columns, int height) {
        List<Line> lines = new ArrayList<>();
        if (rows.isEmpty()) {
            lines.add(NONE);
            return lines;
        }
        boolean isTitled = height > 2;
        int room = height - (isTitled ? 1 : 0);
        int shown = rows.size() <= room ? rows.size() : Math.max(1, room - 1);
        NodeColumns layout = NodeColumns.of(rows.subList(0, shown), columns);
        if (isTitled) {
            lines.add(layout.title());
        }
        rows.stream().limit(shown).forEach(row -> lines.add(layout.of(row, cells)));
        NodeColumns.more(rows.subList(shown, rows.size())).ifPresent(lines::add);
        return lines.subList(0, Math.min(height, lines.size()));
    }
}
