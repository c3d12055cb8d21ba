package io.shardstream.bench.scale;

import io.shardstream.bench.documents.Shape;
import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.measure.Samples;
import io.shardstream.bench.pipeline.RunText;
import io.shardstream.bench.report.BenchReport;
import io.shardstream.bench.report.Finding;
import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Target;
import io.shardstream.bench.stage.Stage;
import io.shardstream.bench.stage.StageSpec;
import io.shardstream.bench.suite.Benchmark;
import io.shardstream.bench.suite.Setting;
import io.shardstream.bench.suite.Stages;
import io.shardstream.bench.worker.Done;
import io.shardstream.bench.worker.Work;
import io.shardstream.bench.worker.Worker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A small index and one of a hundred times as many documents: what a document costs, and what heap the service needs.
public final class GrowthBenchmark implements Benchmark {
    private static final int SHARDS = 4;
    private static final long FULL = 10_000_000;
    private static final long QUICK = 200_000;
    private static final int TIMES = 100;
    private static final int QUICK_TIMES = 10;
    private static final int PARTS = 10;
    private static final String LARGE = "growth-large";
    private static final double MEGABYTE = 1e6;

    @Override
    public String name() {
        return "growth";
    }

    @Override
    public String what() {
        return "A small index and a large one: processor time of a document, and heap (B11).";
    }

    @Override
    public BenchReport run(Setting setting, Stages stages) throws Exception {
        long many = setting.documents().orElse(setting.quick() ? QUICK : FULL);
        Workload large = new Workload(Shape.rows, many, setting.seed(), SHARDS);
        Workload small = new Workload(
                Shape.rows, Math.max(1, many / (setting.quick() ? QUICK_TIMES : TIMES)), setting.seed(), SHARDS);
        Stage stage =
                stages.of(StageSpec.one(setting.serversOr("elasticsearch:9.5.3").getFirst()));
        stage.source(small, setting.heard());
        stage.source(large, setting.heard());
        List<Row> rows = new ArrayList<>();
        try (Worker worker = Worker.start(Worker.SERVICE, setting.folder().resolve("worker.log"))) {
            setting.heard().accept("Warming up.");
            copy(setting, stage, small, worker, "growth-warm");
            Done ofFew = copy(setting, stage, small, worker, "growth-small");
            WrittenCurve curve = WrittenCurve.of(() -> stage.written(LARGE));
            Done ofMany;
            try (curve) {
                ofMany = copy(setting, stage, large, worker, LARGE);
            }
            add(rows, small, ofFew);
            add(rows, large, ofMany);
            List<Double> rates = curve.rates(PARTS);
            for (int part = 0; part < PARTS; part++) {
                String what = "%,d documents, %d. tenth: rate".formatted(large.documents(), part + 1);
                rows.add(new Row(what, new Samples(List.of(rates.get(part))), "docs/s"));
            }
            Map<String, Object> facts = setting.facts(large);
            facts.put("service", "reader and writer in one process, " + String.join(" ", Worker.SERVICE));
            facts.put("compared", "each copy with its source, by ids, versions and bytes: no difference");
            String where = "%s, %,d against %,d documents"
                    .formatted(stage.spec().version(), large.documents(), small.documents());
            return new BenchReport(
                    name(),
                    facts,
                    rows,
                    List.of(
                            new Finding(Target.B11, perDocument(ofMany) / perDocument(ofFew), where),
                            new Finding(Target.B11_HEAP, ofMany.heapBytes() / MEGABYTE, where)));
        }
    }

    private static Done copy(Setting setting, Stage stage, Workload workload, Worker worker, String name)
            throws Exception {
        Path run = RunText.write(setting.folder(), name, stage, workload, SHARDS);
        Done done = worker.does(Work.copy, run);
        setting.heard().accept("%s: %,.0f docs/s; comparing.".formatted(name, done.perSecond()));
        stage.requireEqual(workload.index(), name, workload.documents());
        stage.delete(name);
        return done;
    }

    private static double perDocument(Done done) {
        return done.processorSeconds() / done.documents();
    }

    private static void add(List<Row> rows, Workload workload, Done done) {
        String what = "%,d documents: ".formatted(workload.documents());
        rows.add(new Row(what + "rate", new Samples(List.of(done.perSecond())), "docs/s"));
        rows.add(new Row(what + "processor time of a thousand", new Samples(List.of(perDocument(done) * 1e6)), "ms"));
        rows.add(new Row(
                what + "allocated for each",
                new Samples(List.of((double) done.allocatedBytes() / done.documents())),
                "B"));
        rows.add(new Row(what + "heap at most", new Samples(List.of(done.heapBytes() / MEGABYTE)), "MB"));
    }
}
