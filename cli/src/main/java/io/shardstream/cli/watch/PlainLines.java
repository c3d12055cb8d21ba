package io.shardstream.cli.watch;

import io.shardstream.common.contract.record.Event;
import io.shardstream.control.console.view.RunView;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/// A run without a terminal: a line now and then and when it has ended, and each new event as a line of its own at
/// once.
final class PlainLines implements Display {
    private final PrintWriter out;
    private final Duration every;
    private final LongSupplier nanoTime;
    private long next;
    private boolean isFirst = true;
    private Set<Event> known = Set.of();

    PlainLines(PrintWriter out, Duration every, LongSupplier nanoTime) {
        this.out = out;
        this.every = every;
        this.nanoTime = nanoTime;
    }

    @Override
    public void show(RunView view, String trouble) {
        List<Event> events = view.events();
        if (!isFirst) {
            events.stream()
                    .filter(event -> !known.contains(event))
                    .forEach(event -> out.println(PlainText.line(event)));
        }
        known = new HashSet<>(events);
        boolean isOver = Ended.code(view.standing()).isPresent();
        if (isFirst || isOver || nanoTime.getAsLong() - next >= 0) {
            out.println(PlainText.line(view, trouble));
            next = nanoTime.getAsLong() + every.toNanos();
        }
        isFirst = false;
        out.flush();
    }

    @Override
    public void close() {
        out.flush();
    }
}
