package io.shardstream.cli.watch;

import io.shardstream.control.console.view.RunView;
import java.io.PrintWriter;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Supplier;

/// A terminal that shows nothing else, until it is closed: then it shows again what it did before. Lines are drawn when
/// they have changed, and all of them now and then, in case something else has written to the terminal.
final class FullScreen implements Display {
    private static final String ESCAPE = "\u001b[";
    /// The other screen, no cursor, no line broken where it ends.
    private static final String BEGIN = ESCAPE + "?1049h" + ESCAPE + "?25l" + ESCAPE + "?7l";
    private static final String END = ESCAPE + "m" + ESCAPE + "?7h" + ESCAPE + "?25h" + ESCAPE + "?1049l";
    private static final String CLEAR = ESCAPE + "2J";
    private static final String CLEAR_TO_END = ESCAPE + "K";
    private static final String HOME = ESCAPE + "H";
    private static final int VIEWS_UNTIL_DRAWN_ANEW = 10;

    private final PrintWriter out;
    private final Ink ink;
    private final Supplier<Size> size;
    private final ZoneId zone;
    private Size drawnSize = Size.USUAL;
    private List<Line> drawn = List.of();
    private int views;
    private boolean isClosed;

    /// @param size asked for each view
    FullScreen(PrintWriter out, Ink ink, Supplier<Size> size, ZoneId zone) {
        this.out = out;
        this.ink = ink;
        this.size = size;
        this.zone = zone;
        out.print(BEGIN + CLEAR);
        out.flush();
    }

    @Override
    public void show(RunView view, String trouble) {
        Size now = size.get();
        draw(Screen.of(view, trouble, now, zone), now);
    }

    /// The process may be told to end, and the terminal given back, by another thread.
    private synchronized void draw(List<Line> lines, Size now) {
        if (isClosed) {
            return;
        }
        boolean isAnew = views++ % VIEWS_UNTIL_DRAWN_ANEW == 0 || !now.equals(drawnSize);
        StringBuilder told = new StringBuilder(now.equals(drawnSize) ? "" : CLEAR);
        for (int row = 0; row < now.rows(); row++) {
            Line line = at(row, lines);
            if (isAnew || !line.equals(at(row, drawn))) {
                told.append(ESCAPE + (row + 1) + ";1H" + ink.of(line) + CLEAR_TO_END);
            }
        }
        drawn = lines;
        drawnSize = now;
        out.print(told.append(HOME));
        out.flush();
    }

    private static Line at(int row, List<Line> lines) {
        return row < lines.size() ? lines.get(row) : Line.EMPTY;
    }

    @Override
    public void close() {
        giveBack();
    }

    /// Lets the terminal show what it did before; nothing is drawn from then on.
    synchronized void giveBack() {
        if (!isClosed) {
            isClosed = true;
            out.print(END);
            out.flush();
        }
    }
}
