package io.shardstream.bench.pipeline;

import io.shardstream.bench.documents.Shape;
import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.report.BenchReport;
import io.shardstream.bench.report.CurveWatch;
import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Target;
import io.shardstream.bench.report.TargetResult;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.bench.stage.Benchmark;
import io.shardstream.bench.stage.Setting;
import io.shardstream.bench.stage.StageSpec;
import io.shardstream.bench.stage.Stages;
import io.shardstream.bench.worker.Done;
import io.shardstream.bench.worker.Worker;
import io.shardstream.bench.worker.WorkerTask;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A small index and one of a hundred times as many documents: what a document costs, and what heap the
/// service needs.
public final class GrowthBenchmark implements Benchmark {
    private static final int SHARDS = 4;
    private static final long FULL = 10_000_000;
    private static final long QUICK = 200_000;
    private static final int TIMES = 100;
    private static final int QUICK_TIMES = 10;
    private static final int PARTS = 10;
    /// Copies of the small index before anything counts: the compilers need a million documents and more.
    private static final int WARM_UPS = 15;

    private static final int QUICK_WARM_UPS = 4;
    private static final double MEBIBYTE = 1 << 20;
    private static final double NANOS = 1e9;

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
        BenchServers stage = stages.of(
                StageSpec.one(setting.serversOr("elasticsearch:7.17.29").getFirst()));
        stage.source(small, setting.heard());
        stage.source(large, setting.heard());
        List<Row> rows = new ArrayList<>();
        try (Worker worker = Worker.start(Worker.SERVICE, setting.folder().resolve("worker.log"))) {
            Copying copying = new Copying(setting, stage, worker);
            setting.heard().accept("Warming up.");
            for (int time = 0; time < (setting.quick() ? QUICK_WARM_UPS : WARM_UPS); time++) {
                copying.copy(small, "growth-warm-" + time);
            }
            setting.heard().accept("Copying %,d documents.".formatted(large.documents()));
            Cost before = copying.copy(small, "growth-before");
            Cost ofMany = copying.copy(large, "growth-large");
            Cost after = copying.copy(small, "growth-after");
            add(rows, small, "before", before);
            add(rows, large, "between", ofMany);
            add(rows, small, "after", after);
            for (int part = 0; part < PARTS; part++) {
                String what = "%,d documents, %d. tenth: rate".formatted(large.documents(), part + 1);
                rows.add(Row.once(what, ofMany.rates().get(part), "docs/s"));
            }
            Map<String, Object> facts = setting.copyFacts(large);
            facts.put("rounds", "one" + (setting.quick() ? " (quick: fewer documents)" : ""));
            facts.put(
                    "service",
                    "reader and writer in one process, which ends if that is not enough: "
                            + String.join(" ", Worker.SERVICE));
            facts.put("processor time", "of the service, the broker and the search node together");
            facts.put("compared", "each copy with its source, by ids, versions and bytes: no difference");
            String where = "%s, %,d against %,d documents"
                    .formatted(stage.spec().version(), large.documents(), small.documents());
            double few = (before.perDocument() + after.perDocument()) / 2;
            return new BenchReport(
                    name(), facts, rows, List.of(new TargetResult(Target.B11, ofMany.perDocument() / few, where)));
        }
    }

    /// What a copy took.
    ///
    /// @param processorSeconds of the service, the broker and the search node
    /// @param rates documents a second in each tenth of them
    private record Cost(Done done, double processorSeconds, List<Double> rates) {
        double perDocument() {
            return processorSeconds / done.documents();
        }
    }

    private record Copying(Setting setting, BenchServers stage, Worker worker) {
        Cost copy(Workload workload, String name) throws Exception {
            Path run = RunText.write(setting.folder(), name, stage, workload, SHARDS);
            Duration servers = stage.kafkaTime().plus(stage.searchTime());
            CurveWatch watch = CurveWatch.of(() -> stage.written(name));
            Done done;
            try (watch) {
                done = worker.does(WorkerTask.copy, run);
            }
            Duration used = stage.kafkaTime().plus(stage.searchTime()).minus(servers);
            setting.heard().accept("%s: %,.0f docs/s; comparing.".formatted(name, done.perSecond()));
            stage.requireEqual(workload.index(), name, workload.documents());
            stage.delete(name);
            return new Cost(
                    done,
                    done.processorSeconds() + used.toNanos() / NANOS,
                    watch.curve().rates(PARTS));
        }
    }

    private static void add(List<Row> rows, Workload workload, String when, Cost cost) {
        Done done = cost.done();
        String what = "%,d documents, %s: ".formatted(workload.documents(), when);
        rows.add(Row.once(what + "rate", done.perSecond(), "docs/s"));
        rows.add(Row.once(what + "processor time of a thousand", cost.perDocument() * 1e6, "ms"));
        rows.add(Row.once(what + "of that the service's", done.processorSeconds() / done.documents() * 1e6, "ms"));
        rows.add(Row.once(what + "allocated for each", (double) done.allocatedBytes() / done.documents(), "B"));
        rows.add(Row.once(what + "heap after a collection, at most", done.heapBytes() / MEBIBYTE, "MiB"));
    }
}
