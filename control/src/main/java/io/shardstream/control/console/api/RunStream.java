package io.shardstream.control.console.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.shardstream.common.http.Exchange;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.control.console.view.RunView;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/// Views of a run as server-sent events, for as long as whoever asked stays. A view is made into JSON once,
/// however many look.
public final class RunStream {
    /// So many may look at once: each has a connection and a thread.
    static final int MOST_AT_ONCE = 64;

    private static final Duration PERIOD = Duration.ofSeconds(1);
    /// For one who is told nothing new, so that a connection that is broken is noticed.
    private static final byte[] STILL_HERE = ": nothing new\n\n".getBytes(UTF_8);

    private final Supplier<Optional<RunView>> view;
    private final Sleeper sleeper;
    private final Semaphore places = new Semaphore(MOST_AT_ONCE);
    private Told told = new Told(0, Optional.empty(), STILL_HERE);

    /// @param view the newest
    public RunStream(Supplier<Optional<RunView>> view, Sleeper sleeper) {
        this.view = view;
        this.sleeper = sleeper;
    }

    private static final class Told {
        /// Counts what was told.
        private final long number;

        private final Optional<Instant> seenAt;
        private final byte[] event;

        Told(long number, Optional<Instant> seenAt, byte[] event) {
            this.number = number;
            this.seenAt = seenAt;
            this.event = event;
        }
    }

    void answer(Exchange exchange) throws IOException {
        if (!places.tryAcquire()) {
            exchange.problem(503, MOST_AT_ONCE + " look at this run already");
            return;
        }
        try (OutputStream out = exchange.stream("text/event-stream")) {
            long last = 0;
            while (exchange.wantsBody()) {
                Told now = newest();
                tell(now.number == last ? STILL_HERE : now.event, out);
                last = now.number;
                sleeper.sleep(PERIOD);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            places.release();
        }
    }

    private static void tell(byte[] event, OutputStream out) throws IOException {
        out.write(event);
        out.flush();
    }

    private synchronized Told newest() {
        Optional<RunView> now = view.get();
        Told before = told;
        Optional<Instant> seenAt = now.map(RunView::at);
        if (seenAt.isPresent() && seenAt.equals(before.seenAt)) {
            return before;
        }
        byte[] event = now.map(seen -> event("", RunViewJson.of(seen)))
                .orElseGet(
                        () -> event("event: problem\n", "{\"error\":\"nothing is known of it yet\"}".getBytes(UTF_8)));
        Told next = new Told(before.number + 1, seenAt, event);
        told = next;
        return next;
    }

    /// JSON has no line breaks in it.
    private static byte[] event(String head, byte[] json) {
        return (head + "data: " + new String(json, UTF_8) + "\n\n").getBytes(UTF_8);
    }
}
