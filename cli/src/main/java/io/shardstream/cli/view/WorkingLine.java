package io.shardstream.cli.view;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.bytes.Printable;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// What a command is at, and for how long: one line that is written over on a terminal, a plain line every ten seconds
/// elsewhere. Used by any thread.
public final class WorkingLine {
    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final String CLEARED = "\r\u001b[K";

    private final PrintWriter out;
    private final boolean isTerminal;
    private final LongSupplier nanoTime;
    private Supplier<String> work = () -> "";
    private long since;
    private long next;
    private boolean isShown;

    /// @param out where people look and no results go
    public WorkingLine(PrintWriter out, boolean isTerminal, LongSupplier nanoTime) {
        this.out = PlainWriter.raw(out);
        this.isTerminal = isTerminal;
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
        this.next = since + EVERY.toNanos();
    }

    /// Something else is begun.
    public void at(String what) {
        at(() -> what);
    }

    /// Something else is begun, which is told anew at each look.
    public synchronized void at(Supplier<String> what) {
        work = what;
        since = nanoTime.getAsLong();
        if (isTerminal) {
            show();
        }
    }

    /// Looks at the clock; to be called about once a second.
    public synchronized void tick() {
        if (isTerminal) {
            show();
        } else if (nanoTime.getAsLong() - next >= 0) {
            String text = text();
            if (!text.isEmpty()) {
                out.println(text);
                out.flush();
            }
            next += EVERY.toNanos();
        }
    }

    /// Prints something else, without remains of the line.
    public synchronized void aside(Runnable print) {
        clear();
        print.run();
    }

    /// Nothing is shown from here on.
    public synchronized void end() {
        work = () -> "";
        clear();
    }

    private void show() {
        String text = text();
        if (!text.isEmpty()) {
            out.print(CLEARED + text);
            out.flush();
            isShown = true;
        }
    }

    private void clear() {
        if (isShown) {
            out.print(CLEARED);
            out.flush();
            isShown = false;
        }
    }

    private String text() {
        String what = Printable.of(work.get());
        Duration time = Duration.ofNanos(nanoTime.getAsLong() - since);
        return what.isEmpty() || time.toSeconds() == 0 ? what : what + ", " + NumberText.time(time);
    }
}
