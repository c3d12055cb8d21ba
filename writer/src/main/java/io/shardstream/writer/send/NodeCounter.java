package io.shardstream.writer.send;

import io.shardstream.writer.lane.FinalOutcome;
import io.shardstream.writer.limit.Pressure;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Counts what becomes of what is sent to one data node; written by the loop's thread, read by anybody.
public final class NodeCounter {
    private final Map<FinalOutcome, LongAdder> records = new EnumMap<>(FinalOutcome.class);
    private final LongAdder bytes = new LongAdder();
    private final Map<Pressure, LongAdder> refusals = new EnumMap<>(Pressure.class);
    private final LongAdder answered = new LongAdder();
    private final LongAdder answeredNanos = new LongAdder();
    private volatile int underWay;
    private volatile int limit;

    NodeCounter() {
        // The maps do not change any more, so that any thread may read them.
        Stream.of(FinalOutcome.values()).forEach(outcome -> records.put(outcome, new LongAdder()));
        Stream.of(Pressure.values()).forEach(why -> refusals.put(why, new LongAdder()));
    }

    /// A record has its outcome.
    public void finished(FinalOutcome outcome, long sourceBytes) {
        count(records, outcome).increment();
        bytes.add(sourceBytes);
    }

    /// A bulk was not taken, or not all of it.
    public void refused(Pressure why) {
        count(refusals, why).increment();
    }

    /// A bulk has come back, or was given up.
    void took(long nanos) {
        answered.increment();
        answeredNanos.add(nanos);
    }

    /// So many bulks are under way.
    public void underWay(int bulks) {
        underWay = bulks;
    }

    /// So many may be.
    public void limit(int bulks) {
        // Told in each step, and seldom another one.
        if (bulks != limit) {
            limit = bulks;
        }
    }

    private static <K> LongAdder count(Map<K, LongAdder> counts, K key) {
        LongAdder count = counts.get(key);
        if (count == null) {
            throw new IllegalArgumentException(key + " is not counted");
        }
        return count;
    }

    NodeFigures figures(String node) {
        return new NodeFigures(
                node, sums(records), bytes.sum(), sums(refusals), underWay, limit, answered.sum(), answeredNanos.sum());
    }

    private static <K> Map<K, Long> sums(Map<K, LongAdder> counts) {
        return counts.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, one -> one.getValue().sum()));
    }
}
