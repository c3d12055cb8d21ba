package io.shardstream.bench.live;

import io.shardstream.bench.documents.Shape;
import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.pipeline.RunText;
import io.shardstream.bench.report.BenchReport;
import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Samples;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// The comparison of a copy with its source, by version words and by bytes.
public final class VerifyBenchmark implements Benchmark {
    private static final int SHARDS = 4;
    private static final int WARM_UPS = 2;
    private static final long FULL = 2_000_000;
    private static final long QUICK = 100_000;

    /// So few that what they take is taken whatever the index: connections, and a sample of bytes.
    private static final long SMALL = 4000;

    private static final String RUN = "verify";
    private static final String SMALL_RUN = RUN + "-small";
    private static final double MEBIBYTE = 1 << 20;

    @Override
    public String name() {
        return RUN;
    }

    @Override
    public String what() {
        return "The comparison of a copy with its source, by version words and by bytes (B9).";
    }

    @Override
    public BenchReport run(Setting setting, Stages stages) throws Exception {
        Workload workload = rows(setting.documents().orElse(setting.quick() ? QUICK : FULL), setting);
        Workload small = rows(SMALL, setting);
        BenchServers stage = stages.of(
                StageSpec.one(setting.serversOr("elasticsearch:7.17.29").getFirst()));
        stage.source(workload, setting.heard());
        stage.source(small, setting.heard());
        Path run = RunText.write(setting.folder(), RUN, stage, workload, SHARDS);
        Path smallRun = RunText.write(setting.folder(), SMALL_RUN, stage, small, SHARDS);
        List<Done> words = new ArrayList<>();
        List<Done> bytes = new ArrayList<>();
        List<Done> few = new ArrayList<>();
        try (Worker worker = Worker.start(Worker.SERVICE, setting.folder().resolve("worker.log"))) {
            setting.heard().accept("Copying.");
            worker.does(WorkerTask.copy, run);
            worker.does(WorkerTask.copy, smallRun);
            stage.rest().post("/" + RUN + "," + SMALL_RUN + "/_refresh", null);
            setting.heard().accept("Warming up.");
            for (int time = 0; time < WARM_UPS; time++) {
                worker.does(WorkerTask.verify, run);
                worker.does(WorkerTask.verify_all, run);
            }
            for (int round = 1; round <= setting.rounds(); round++) {
                words.add(told(setting, round, "words and a sample", worker.does(WorkerTask.verify, run)));
                bytes.add(told(setting, round, "all bytes", worker.does(WorkerTask.verify_all, run)));
                few.add(worker.does(WorkerTask.verify, smallRun));
            }
        }
        stage.delete(RUN);
        stage.delete(SMALL_RUN);
        List<Row> rows = new ArrayList<>(rows("words and a sample: ", words));
        rows.addAll(rows("all bytes (--content all): ", bytes));
        String whole = "of %,d documents only: ".formatted(SMALL);
        rows.add(new Row(whole + "the clock", of(few, Done::seconds), "s"));
        rows.add(new Row(whole + "processor time", of(few, Done::processorSeconds), "s"));
        Map<String, Object> facts = setting.copyFacts(workload);
        facts.put("server", stage.spec().toString());
        facts.put("service", "the command verify in a process of its own, " + String.join(" ", Worker.SERVICE));
        facts.put("run", "goes on, has copied everything, and nobody writes to the source");
        facts.put("compared", "source and target by what is measured: equal");
        return new BenchReport(
                name(),
                facts,
                rows,
                List.of(TargetResult.of(
                        Target.B9,
                        of(words, Done::perProcessorSecond),
                        stage.spec().version() + ", per second of our own processor time")));
    }

    /// Version words are as long whatever the documents are: small ones, so that there can be many.
    private static Workload rows(long documents, Setting setting) {
        return new Workload(Shape.rows, documents, setting.seed(), SHARDS);
    }

    private static Done told(Setting setting, int round, String what, Done done) {
        setting.heard()
                .accept(String.format(
                        Locale.ROOT,
                        "round %d  %-20s %,12.0f docs/s, %,12.0f docs per second of processor time",
                        round,
                        what,
                        done.perSecond(),
                        done.perProcessorSecond()));
        return done;
    }

    private static Samples of(List<Done> all, ToDoubleFunction<Done> figure) {
        return new Samples(all.stream().map(figure::applyAsDouble).toList());
    }

    private static List<Row> rows(String place, List<Done> all) {
        return List.of(
                new Row(place + "by the clock", of(all, Done::perSecond), "docs/s"),
                new Row(place + "by our own processor time", of(all, Done::perProcessorSecond), "docs/s"),
                new Row(place + "processor time", of(all, Done::processorSeconds), "s"),
                new Row(place + "heap", of(all, done -> done.heapBytes() / MEBIBYTE), "MiB"));
    }
}
