package io.shardstream.cli.watch;

import io.shardstream.control.console.view.MemberView;
import io.shardstream.control.console.view.RunView;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/// A run on a screen: what one has to know at once above, then nodes, readers and writers, and the last events, each
/// with as many lines as there is room for.
final class Screen {
    private static final int EVENTS_AT_LEAST = 3;
    private static final int MEMBERS_AT_LEAST = 2;
    private static final int GRID_AT_LEAST = 4;
    /// Below this nodes and events need the room.
    private static final int MEMBERS_FROM = 14;

    private Screen() {}

    /// @param trouble why the view is not new, empty if it is
    /// @param zone where somebody looks
    /// @return at most as many lines as there are rows, none of them wider than the columns
    static List<Line> of(RunView view, String trouble, Size size, ZoneId zone) {
        Times times = new Times(zone, view.at());
        List<Line> lines = new ArrayList<>(Header.of(view, times, size.columns()));
        lines.addAll(RunNotices.urgent(view, times, trouble, size));
        lines.add(Line.EMPTY);
        lines.addAll(Bars.of(view, times, size.columns()));
        lines.addAll(RunNotices.limits(view, size));
        addBelow(lines, view, times, size);
        return lines.stream()
                .limit(size.rows())
                .map(line -> line.cutTo(size.columns()))
                .toList();
    }

    /// Each part begins with an empty line, which is counted in its room.
    private static void addBelow(List<Line> lines, RunView view, Times times, Size size) {
        int room = size.rows() - lines.size();
        NodeGrid grid = new NodeGrid(view);
        List<MemberView> atWork = view.members().orElse(List.of());
        int events = withEmpty(Math.min(view.events().size(), EVENTS_AT_LEAST));
        int members = room < MEMBERS_FROM ? 0 : withEmpty(Math.min(atWork.size(), MEMBERS_AT_LEAST));
        int nodes =
                Math.min(withEmpty(grid.height()), Math.max(room - events - members, Math.min(room, GRID_AT_LEAST)));
        if (members > 0) {
            members = Math.min(withEmpty(atWork.size()), Math.max(members, room - nodes - events));
        }
        if (nodes > 1) {
            lines.add(Line.EMPTY);
            lines.addAll(grid.lines(size.columns(), nodes - 1));
        }
        if (members > 1) {
            lines.add(Line.EMPTY);
            lines.addAll(MemberLines.of(atWork, size.columns(), members - 1));
        }
        int left = size.rows() - lines.size() - 1;
        if (left > 0 && !view.events().isEmpty()) {
            lines.add(Line.EMPTY);
            lines.addAll(EventLines.of(view.events(), times, left));
        }
    }

    private static int withEmpty(int lines) {
        return lines == 0 ? 0 : lines + 1;
    }
}
