package io.shardstream.control.console.view;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/// How fast counters have risen over the last ten seconds, minute and ten minutes. Of each of these it keeps
/// twelve moments at most, so that a thousand counters take some hundred kilobytes.
final class RateHistory {
    private static final double NANOS_PER_SECOND = 1e9;

    private final LongSupplier nanoTime;
    private final Span tenSeconds = new Span(Duration.ofSeconds(10));
    private final Span minute = new Span(Duration.ofMinutes(1));
    private final Span tenMinutes = new Span(Duration.ofMinutes(10));

    RateHistory(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /// @param counts of the same counters, in the same order, each time
    void add(long... counts) {
        Moment now = new Moment(nanoTime.getAsLong(), counts.clone());
        tenSeconds.add(now);
        minute.add(now);
        tenMinutes.add(now);
    }

    /// @param counter its place among those that were added
    Rates of(int counter) {
        return new Rates(tenSeconds.rate(counter), minute.rate(counter), tenMinutes.rate(counter));
    }

    private static final class Moment {
        private final long nanos;
        private final long[] counts;

        Moment(long nanos, long[] counts) {
            this.nanos = nanos;
            this.counts = counts;
        }
    }

    private static final class Span {
        private static final int PARTS = 10;

        private final long nanos;
        private final Deque<Moment> kept = new ArrayDeque<>();
        private Moment newest = new Moment(0, new long[0]);

        Span(Duration length) {
            this.nanos = length.toNanos();
        }

        void add(Moment now) {
            newest = now;
            if (kept.isEmpty() || now.nanos - kept.getLast().nanos >= nanos / PARTS) {
                kept.addLast(now);
            }
            // One that is older than the span stays, so that the rate is of all of it.
            while (kept.size() > 1 && now.nanos - second().nanos >= nanos) {
                kept.removeFirst();
            }
        }

        /// Counters that fall, as those of a docs topic that was made anew, count as not having moved.
        double rate(int counter) {
            if (kept.isEmpty() || counter >= kept.getFirst().counts.length) {
                return 0;
            }
            Moment oldest = kept.getFirst();
            double seconds = (newest.nanos - oldest.nanos) / NANOS_PER_SECOND;
            return seconds <= 0 ? 0 : Math.max(0, newest.counts[counter] - oldest.counts[counter]) / seconds;
        }

        private Moment second() {
            var moments = kept.iterator();
            moments.next();
            return moments.next();
        }
    }
}
