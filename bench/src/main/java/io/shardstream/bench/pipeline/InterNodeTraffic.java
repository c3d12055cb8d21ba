package io.shardstream.bench.pipeline;

import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Samples;
import io.shardstream.bench.stage.BenchServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/// Bytes that data nodes send each other while something is copied, for each byte that is indexed.
public final class InterNodeTraffic {
    private final BenchServers stage;
    private final double indexed;
    private final Map<String, List<Double>> all = new LinkedHashMap<>();
    private final Map<String, List<Double>> withoutRest = new LinkedHashMap<>();
    private double atRest;

    /// @param indexed bytes of the bodies of each copy
    public InterNodeTraffic(BenchServers stage, long indexed) {
        this.stage = stage;
        this.indexed = indexed;
    }

    /// Forgets what was seen until now, and looks for so long at what nodes send each other while nobody asks
    /// them for anything.
    public void begin(Duration rest) {
        all.clear();
        withoutRest.clear();
        long before = stage.sentBetweenNodes();
        long begun = System.nanoTime();
        LockSupport.parkNanos(rest.toNanos());
        atRest = (stage.sentBetweenNodes() - before) / secondsSince(begun);
    }

    /// Looks at each copy of one contestant.
    public Copies.Watch of(String contestant) {
        return () -> {
            long before = stage.sentBetweenNodes();
            long begun = System.nanoTime();
            return _ -> {
                double sent = stage.sentBetweenNodes() - before;
                add(all, contestant, sent / indexed);
                add(withoutRest, contestant, Math.max(0, sent - atRest * secondsSince(begun)) / indexed);
            };
        };
    }

    /// Bytes a second that nodes send each other at rest.
    public double atRest() {
        return atRest;
    }

    /// Everything that was sent during its copies.
    public Samples everything(String contestant) {
        return of(all, contestant);
    }

    /// That without what would have been sent at rest, too.
    public Samples withoutRest(String contestant) {
        return of(withoutRest, contestant);
    }

    /// One of everything and one without what is sent at rest for each contestant.
    ///
    /// @param place what their names are prefixed with
    public List<Row> rows(String place) {
        List<Row> rows = new ArrayList<>();
        for (String contestant : all.keySet()) {
            String name = place + contestant + ", sent between nodes for each byte indexed";
            rows.add(new Row(name, everything(contestant), "B/B"));
            rows.add(new Row(name + ", beyond what they send at rest", withoutRest(contestant), "B/B"));
        }
        return rows;
    }

    private static Samples of(Map<String, List<Double>> values, String contestant) {
        return new Samples(Objects.requireNonNull(values.get(contestant), contestant));
    }

    private static void add(Map<String, List<Double>> to, String contestant, double value) {
        to.computeIfAbsent(contestant, _ -> new ArrayList<>()).add(value);
    }

    private static double secondsSince(long begun) {
        return (System.nanoTime() - begun) / 1e9;
    }
}
