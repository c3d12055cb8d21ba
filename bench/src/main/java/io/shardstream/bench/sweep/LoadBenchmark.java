package io.shardstream.bench.sweep;

import io.shardstream.bench.documents.Shape;
import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.peer.ReadyBulks;
import io.shardstream.bench.report.BenchReport;
import io.shardstream.bench.report.Contestant;
import io.shardstream.bench.report.Measured;
import io.shardstream.bench.report.NamedContestant;
import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Samples;
import io.shardstream.bench.report.Turns;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.bench.stage.Benchmark;
import io.shardstream.bench.stage.Setting;
import io.shardstream.bench.stage.StageSpec;
import io.shardstream.bench.stage.Stages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Message rate and data rate, which are limits of different kinds: documents of several sizes, in requests of several
/// sizes, several at a time, each at a rate that a server should reach and at one that it should not.
public final class LoadBenchmark implements Benchmark {
    private static final List<Shape> SHAPES = List.of(Shape.rows, Shape.articles, Shape.long_articles);
    private static final List<Integer> DOCUMENTS = List.of(100, 1000, 5000);
    private static final List<Integer> QUICK_DOCUMENTS = List.of(100, 1000);
    private static final List<Integer> AT_ONCE = List.of(1, 4, 16);
    private static final List<Integer> QUICK_AT_ONCE = List.of(1, 4);
    private static final List<Double> TARGET_MEGABYTES = List.of(10.0, 100.0);
    private static final double MEGABYTE = 1e6;
    private static final double BYTES = 50 * MEGABYTE;
    private static final double QUICK_BYTES = 8 * MEGABYTE;
    private static final double LARGEST_REQUEST = 20 * MEGABYTE;

    /// Requests of each series for each that is in flight, at least: a mean of fewer says little.
    private static final int REQUESTS_EACH = 2;

    private static final int SAMPLE = 200;

    @Override
    public String name() {
        return "load";
    }

    @Override
    public String what() {
        return "Target rates and reached rates: document size x documents in a request x requests in flight.";
    }

    /// One way to send it.
    ///
    /// @param mean bytes of a document
    private record Way(Workload workload, double mean, int documents, int atOnce, double targetMegabytes) {
        double targetRate() {
            return targetMegabytes * MEGABYTE / mean;
        }

        Duration every() {
            return Duration.ofNanos(Math.round(documents / targetRate() * 1e9));
        }

        boolean makesSense() {
            return documents * mean <= LARGEST_REQUEST
                    && workload.documents() >= (long) documents * atOnce * REQUESTS_EACH;
        }

        String text() {
            return "%s of %.1f kB, %,d a request, %d in flight, target %,.0f msg/s (%.0f MB/s)"
                    .formatted(workload.shape().word(), mean / 1000, documents, atOnce, targetRate(), targetMegabytes);
        }
    }

    @Override
    public BenchReport run(Setting setting, Stages stages) throws Exception {
        BenchServers stage = stages.of(
                StageSpec.one(setting.serversOr("elasticsearch:7.17.29").getFirst()));
        List<Row> rows = new ArrayList<>();
        Workload any = workload(setting, SHAPES.getFirst());
        for (Shape shape : SHAPES) {
            Workload workload = workload(setting, shape);
            double mean = (double) workload.bytes() / workload.documents();
            List<Way> ways = ways(setting.quick(), workload, mean);
            Posting posting = new Posting(stage, workload);
            setting.heard().accept("%,d documents (%s), msg/s:".formatted(workload.documents(), shape.what()));
            posting.post(ReadyBulks.ofDocuments(workload, QUICK_DOCUMENTS.getFirst()), QUICK_AT_ONCE.getLast());
            List<Contestant> contestants = new ArrayList<>();
            ways.forEach(way -> contestants.add(new NamedContestant(way.text(), _ -> reached(posting, way))));
            Measured measured = Turns.take(setting.rounds(), contestants, setting.heard());
            for (String name : measured.names()) {
                Samples reached = measured.of(name);
                rows.add(new Row(name, reached, "msg/s"));
                rows.add(new Row(name, reached.times(mean / MEGABYTE), "MB/s"));
            }
        }
        Map<String, Object> facts = new Posting(stage, any).facts(setting);
        facts.put(
                "documents",
                setting.documents().isPresent()
                        ? "%,d of each kind".formatted(any.documents())
                        : "%.0f MB of each kind".formatted((setting.quick() ? QUICK_BYTES : BYTES) / MEGABYTE));
        facts.put("kind", SHAPES.stream().map(Shape::word).toList().toString());
        facts.put(
                "left out",
                "requests of more than %.0f MB, and series with fewer than %d requests for each in flight"
                        .formatted(LARGEST_REQUEST / MEGABYTE, REQUESTS_EACH));
        return new BenchReport(name(), facts, rows, List.of());
    }

    private static List<Way> ways(boolean quick, Workload workload, double mean) {
        List<Way> all = new ArrayList<>();
        for (int documents : quick ? QUICK_DOCUMENTS : DOCUMENTS) {
            for (int atOnce : quick ? QUICK_AT_ONCE : AT_ONCE) {
                for (double target : TARGET_MEGABYTES) {
                    all.add(new Way(workload, mean, documents, atOnce, target));
                }
            }
        }
        return all.stream().filter(Way::makesSense).toList();
    }

    private static double reached(Posting posting, Way way) {
        Posting.Posted posted =
                posting.post(ReadyBulks.ofDocuments(way.workload(), way.documents()), way.atOnce(), way.every());
        if (posted.refused() > 0) {
            throw new IllegalStateException(way.text() + ": " + posted.refused() + " bulks were refused");
        }
        return posted.perSecond();
    }

    private static Workload workload(Setting setting, Shape shape) {
        long sample = new Workload(shape, SAMPLE, setting.seed(), Posting.SHARDS).bytes();
        double bytes = setting.quick() ? QUICK_BYTES : BYTES;
        long documents = setting.documents().orElse(Math.round(bytes * SAMPLE / sample));
        return new Workload(shape, documents, setting.seed(), Posting.SHARDS);
    }
}
