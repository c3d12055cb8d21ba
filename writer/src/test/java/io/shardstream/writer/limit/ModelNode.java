package io.shardstream.writer.limit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/// A data node with a few threads that index so many bytes a second each, a queue in front of them that refuses what it
/// has no place for, and writers that send as much as their limits allow: time passes by events, nothing sleeps.
final class ModelNode {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;
    private static final long ROUND_TRIP = 2 * MILLI;
    private static final long RETRY = 100 * MILLI;

    private final int queue;
    private final Random random;
    private final List<Writer> writers = new ArrayList<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>(Comparator.comparingLong(Event::nanos));
    private final PriorityQueue<Long> freeAt = new PriorityQueue<>();
    private double bytesPerSecond;
    private int inside;
    private long nanos;
    long done;
    long refusals;

    private record Event(long nanos, Runnable action) {}

    static final class Writer {
        final NodeLimit limit;
        long taken;
        private int underWay;

        Writer(NodeLimit limit) {
            this.limit = limit;
        }
    }

    /// @param threads that work at a time
    /// @param queue bulks that may wait for one of them
    /// @param bytesPerSecond of each thread
    ModelNode(int threads, int queue, double bytesPerSecond, long seed) {
        this.queue = queue;
        this.bytesPerSecond = bytesPerSecond;
        this.random = new Random(seed);
        for (int i = 0; i < threads; i++) {
            freeAt.add(0L);
        }
    }

    Writer join(int most, long mostBytes) {
        Writer writer = new Writer(new NodeLimit(most, mostBytes, nanos));
        writers.add(writer);
        tick(writer);
        return writer;
    }

    void slowDown(double factor) {
        bytesPerSecond /= factor;
    }

    /// Lets seconds pass.
    ///
    /// @return bytes that were indexed in them
    long run(int seconds) {
        long end = nanos + seconds * SECOND;
        long before = done;
        while (!events.isEmpty() && events.peek().nanos() <= end) {
            Event event = events.remove();
            nanos = event.nanos();
            event.action().run();
        }
        nanos = end;
        return done - before;
    }

    int underWay() {
        return writers.stream().mapToInt(writer -> writer.underWay).sum();
    }

    private void tick(Writer writer) {
        send(writer);
        events.add(new Event(nanos + RETRY, () -> tick(writer)));
    }

    private void send(Writer writer) {
        while (writer.underWay < writer.limit.bulks(nanos)) {
            writer.underWay++;
            long bytes = writer.limit.bulkBytes();
            if (inside >= queue + freeAt.size()) {
                events.add(new Event(nanos + ROUND_TRIP, () -> refused(writer)));
                refusals++;
            } else {
                work(writer, bytes);
            }
        }
    }

    private void work(Writer writer, long bytes) {
        inside++;
        long begin = Math.max(nanos, freeAt.remove());
        double noise = 0.85 + 0.3 * random.nextDouble();
        long end = begin + 3 * MILLI + (long) (bytes / bytesPerSecond * SECOND * noise);
        long took = (end - nanos) / MILLI;
        freeAt.add(end);
        events.add(new Event(end, () -> {
            inside--;
            done += bytes;
        }));
        events.add(new Event(end + ROUND_TRIP, () -> {
            writer.taken += bytes;
            writer.limit.taken(bytes, took, writer.underWay, nanos);
            writer.underWay--;
            send(writer);
        }));
    }

    private void refused(Writer writer) {
        writer.underWay--;
        writer.limit.refused(Pressure.OVERLOAD, nanos);
    }
}
