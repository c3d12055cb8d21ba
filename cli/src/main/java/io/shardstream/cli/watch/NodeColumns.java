package io.shardstream.cli.watch;

import io.shardstream.common.contract.bytes.NumberText;
import java.util.List;
import java.util.Optional;

/// What is said of each node, in columns: more of them where there is width.
///
/// @param name columns for names
/// @param lanes columns for lanes
/// @param withLoad whether there is room for bulks, their time and refusals
/// @param withRate whether there is room for the rate too
record NodeColumns(int name, int lanes, boolean withLoad, boolean withRate) {
    private static final int BEHIND = 8;
    private static final int NUMBER = 8;
    private static final int LOAD_FROM = 76;
    private static final int RATE_FROM = 100;
    private static final int SHORTEST_NAME = 4;
    private static final int SHORTEST_LANES = 5;

    /// As wide as these rows need, if there is room for that.
    static NodeColumns of(List<NodeRow> rows, int columns) {
        int longestName = rows.stream()
                .mapToInt(row -> Columns.of(new StyledText(row.name(), Style.PLAIN).text()))
                .max()
                .orElse(0);
        int mostLanes = rows.stream().mapToInt(row -> row.lanes().size()).max().orElse(0);
        return new NodeColumns(
                Math.clamp(longestName, SHORTEST_NAME, Math.max(SHORTEST_NAME, columns / 5)),
                Math.clamp(mostLanes, SHORTEST_LANES, Math.max(SHORTEST_LANES, columns / 6)),
                columns >= LOAD_FROM,
                columns >= RATE_FROM);
    }

    Line title() {
        StringBuilder title = new StringBuilder(Columns.left("node", name))
                .append(' ')
                .append(Columns.left("lanes", lanes))
                .append(Columns.right("behind", BEHIND));
        if (withRate) {
            title.append(Columns.right("recs/s", NUMBER));
        }
        if (withLoad) {
            title.append(Columns.right("bulks", NUMBER))
                    .append(Columns.right("ms", NUMBER))
                    .append(Columns.right("refused", NUMBER + 1));
        }
        return Line.of(title + "  limited by", Style.FAINT);
    }

    Line of(NodeRow row, NodeCells cells) {
        Style said = row.lag() == LagBar.STEADY ? Style.PLAIN : row.lag().style();
        Line line = Line.of(Columns.left(new StyledText(row.name(), said).text(), name), said)
                .and(" ", Style.PLAIN)
                .and(cells.of(row.lanes(), lanes))
                .and(Columns.right(Amounts.behind(row.waiting().seconds()), BEHIND), said);
        if (withRate) {
            line = line.and(number(Math.round(row.recordsPerSecond().tenSeconds())), Style.PLAIN);
        }
        return (withLoad ? line.and(load(row), Style.PLAIN) : line)
                .and(row.why().isEmpty() ? "" : "  " + row.why(), said);
    }

    private static String load(NodeRow row) {
        return row.load()
                .map(load -> Columns.right(load.bulks() + "/" + load.limit(), NUMBER)
                        + number(Math.round(load.meanMillis()))
                        + " "
                        + number(load.refusals()))
                .orElse(Columns.right("-", NUMBER) + Columns.right("-", NUMBER) + Columns.right("-", NUMBER + 1));
    }

    private static String number(long value) {
        return Columns.right(NumberText.count(value), NUMBER);
    }

    /// What there is to say of nodes for which there is no room.
    static Optional<Line> more(List<NodeRow> rows) {
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        String nodes = "and " + NumberText.count(rows.size()) + (rows.size() == 1 ? " more node, " : " more nodes, ");
        long standing =
                rows.stream().filter(row -> row.waiting().seconds().isEmpty()).count();
        // Rows are sorted, so the first of those that are written is the farthest behind.
        String all = rows.size() == 1 ? "" : "all ";
        String behind = standing > 0
                ? NumberText.count(standing) + " of which nothing is written to"
                : LagBar.seconds(rows.getFirst().waiting().seconds()) == 0
                        ? "where nothing waits"
                        : all + "written within "
                                + Amounts.behind(rows.getFirst().waiting().seconds());
        return Optional.of(Line.of(nodes + behind, Style.FAINT));
    }
}
