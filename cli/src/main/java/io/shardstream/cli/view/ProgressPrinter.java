package io.shardstream.cli.view;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.control.console.view.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Shows progress while a run goes on: one line that is written over on a terminal, a plain line every
/// ten seconds elsewhere. Used by one thread at a time.
public final class ProgressPrinter {
    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final String CLEAR_TO_END = "\u001b[K";

    private final PrintWriter out;
    private final boolean isTerminal;
    private final LongSupplier nanoTime;
    private final long start;
    private long next;
    private volatile @Nullable Progress first;
    private volatile @Nullable Progress last;

    public ProgressPrinter(PrintWriter out, boolean isTerminal, LongSupplier nanoTime) {
        this.out = PlainWriter.raw(out);
        this.isTerminal = isTerminal;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.next = start + EVERY.toNanos();
    }

    public void accept(Progress progress) {
        accept(progress, "");
    }

    /// @param limit what holds the run back, in words; empty for nothing
    public void accept(Progress progress, String limit) {
        if (first == null) {
            first = progress;
        }
        last = progress;
        String line = Printable.of(ProgressText.line(progress) + (limit.isEmpty() ? "" : "  " + limit));
        if (isTerminal) {
            // The cursor goes back to the line's begin, so that a log line replaces it.
            out.print("\r" + line + CLEAR_TO_END + "\r");
            out.flush();
        } else if (nanoTime.getAsLong() - next >= 0) {
            out.println(line);
            out.flush();
            next += EVERY.toNanos();
        }
    }

    /// Makes room for what is printed after the last progress.
    public void end() {
        if (isTerminal && last != null) {
            out.print("\r" + CLEAR_TO_END);
            out.flush();
        }
    }

    /// What has been done since the first progress, empty if there was none.
    public Optional<Summary> summary() {
        Progress begin = first;
        Progress end = last;
        return begin == null || end == null
                ? Optional.empty()
                : Optional.of(Summary.of(begin, end, Duration.ofNanos(nanoTime.getAsLong() - start)));
    }
}
