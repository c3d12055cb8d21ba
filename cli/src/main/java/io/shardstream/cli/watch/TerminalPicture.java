package io.shardstream.cli.watch;

import io.shardstream.control.console.view.RunView;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;

/// A screen as a drawing (SVG) that looks alike everywhere: text in whatever font of fixed width there is, stretched to
/// its columns, and blocks as rectangles, so that bars have no gaps.
public final class TerminalPicture {
    private static final double COLUMN = 8.4;
    private static final int ROW = 20;
    private static final int BASELINE = 15;
    private static final int MARGIN = 14;
    private static final int BLOCK_TOP = 2;
    private static final int BLOCK = ROW - 2 * BLOCK_TOP;
    private static final String ALERT = "#b3261e";
    private static final String REST = "#2f3947";

    private final StringBuilder svg = new StringBuilder();

    private TerminalPicture() {}

    /// The screen of a run.
    ///
    /// @param columns of the terminal, at least 1
    /// @param rows of the terminal, at least 1
    /// @param zone of the times that are shown
    public static String of(RunView view, int columns, int rows, ZoneId zone) {
        Size size = new Size(columns, rows);
        return of(Screen.of(view, "", size, zone), size);
    }

    /// @param size what the picture has room for, also where lines are fewer or shorter
    static String of(List<Line> lines, Size size) {
        TerminalPicture picture = new TerminalPicture();
        picture.begin(size);
        for (int row = 0; row < lines.size(); row++) {
            double x = MARGIN;
            for (StyledText span : lines.get(row).spans()) {
                picture.add(span, x, MARGIN + row * ROW);
                x += span.columns() * COLUMN;
            }
        }
        return picture.svg.append("</svg>\n").toString();
    }

    private void begin(Size size) {
        svg.append(
                String.format(Locale.ROOT, """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %d" \
                font-family="ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="14">
                <rect width="100%%" height="100%%" rx="8" fill="#161b22"/>
                """, 2 * MARGIN + size.columns() * COLUMN, 2 * MARGIN + size.rows() * ROW));
    }

    private void add(StyledText span, double x, int y) {
        if (span.style() == Style.ALERT) {
            rectangle(x, y, span.columns() * COLUMN, ROW, ALERT);
        }
        int[] points = span.text().codePoints().toArray();
        double at = x;
        for (int begin = 0, end; begin < points.length; begin = end) {
            boolean isBlock = BlockCharacters.isBlock(points[begin]);
            end = begin;
            while (end < points.length
                    && (isBlock ? points[end] == points[begin] : !BlockCharacters.isBlock(points[end]))) {
                end++;
            }
            String run = new String(points, begin, end - begin);
            if (isBlock) {
                blocks(points[begin], end - begin, at, y, span.style());
            } else {
                text(run, at, y, span.style());
            }
            at += Columns.of(run) * COLUMN;
        }
    }

    private void blocks(int point, int count, double x, int y, Style style) {
        double height = BLOCK * BlockCharacters.height(point);
        // Cells stand apart, parts of a bar do not.
        double gap = BlockCharacters.isLower(point) && point != BlockCharacters.FULL ? 1 : 0;
        String colour = point == BlockCharacters.REST ? REST : style.colour();
        if (BlockCharacters.isLeft(point)) {
            rectangle(x, y + BLOCK_TOP, count * COLUMN, BLOCK, REST);
        }
        if (gap == 0) {
            rectangle(x, y + BLOCK_TOP, count * COLUMN * BlockCharacters.width(point), height, colour);
            return;
        }
        for (int cell = 0; cell < count; cell++) {
            rectangle(x + cell * COLUMN, y + BLOCK_TOP + BLOCK - height, COLUMN - gap, height, colour);
        }
    }

    private void rectangle(double x, double y, double width, double height, String colour) {
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
                x,
                y,
                width,
                height,
                colour));
    }

    private void text(String text, double x, int y, Style style) {
        if (text.isBlank()) {
            return;
        }
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%d\" fill=\"%s\"%s textLength=\"%.1f\" lengthAdjust=\"spacingAndGlyphs\""
                        + " xml:space=\"preserve\">%s</text>\n",
                x,
                y + BASELINE,
                style.colour(),
                style.isBold() ? " font-weight=\"bold\"" : "",
                Columns.of(text) * COLUMN,
                escaped(text)));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                // No characters of XML; all others that are none have been made harmless before.
                .replace('\uFFFE', '\uFFFD')
                .replace('\uFFFF', '\uFFFD');
    }
}
