package io.shardstream.bench.halves;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.measure.Contestant;
import io.shardstream.bench.measure.Measured;
import io.shardstream.bench.measure.Named;
import io.shardstream.bench.measure.Turns;
import io.shardstream.bench.peer.BareReading;
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
import io.shardstream.bench.worker.Work;
import io.shardstream.bench.worker.Worker;
import java.nio.file.Path;
import java.util.List;

/// Reading into Kafka beside reading into nothing.
public final class ReadBenchmark implements Benchmark {
    private static final int SHARDS = 4;
    private static final int WIDTH = 4000;
    private static final int AT_ONCE = 4;
    private static final int PAGE = 5000;
    private static final String OURS = "reader into Kafka";
    private static final String WINDOWS = "bare windows of " + WIDTH + ", 4 at once";

    @Override
    public String name() {
        return "read";
    }

    @Override
    public String what() {
        return "The reader publishing to Kafka beside bare windows, scrolls and points in time read into nothing (B3).";
    }

    @Override
    public BenchReport run(Setting setting, Stages stages) throws Exception {
        Workload workload = setting.workload(300_000, 100_000, SHARDS);
        Stage stage = stages.of(
                StageSpec.one(setting.serversOr("elasticsearch:7.17.29").getFirst()));
        stage.source(workload, setting.heard());
        try (Worker worker = Worker.start(Worker.SERVICE, setting.folder().resolve("worker.log"));
                BareReading bare = new BareReading(stage.url(), workload.index(), SHARDS)) {
            List<Contestant> contestants = List.of(
                    new Named(OURS, round -> {
                        Path run = RunText.write(setting.folder(), "read-" + round, stage, workload, SHARDS);
                        double rate = worker.does(Work.read, run).perSecond();
                        stage.delete("read-" + round);
                        return rate;
                    }),
                    new Named(WINDOWS, _ -> workload.rate(() -> bare.windows(stage.rest(), WIDTH, AT_ONCE))),
                    new Named(
                            "scroll, 4 slices, pages of " + PAGE, _ -> workload.rate(() -> bare.scroll(SHARDS, PAGE))),
                    new Named(
                            "scroll, 16 slices, pages of " + PAGE,
                            _ -> workload.rate(() -> bare.scroll(4 * SHARDS, PAGE))),
                    new Named(
                            "point in time, 4 slices, pages of " + PAGE,
                            _ -> workload.rate(() -> bare.pointInTime(stage.rest(), SHARDS, PAGE))));
            setting.heard().accept("Warming up.");
            for (Contestant contestant : contestants) {
                contestant.run(0);
            }
            Measured measured = Turns.take(setting.rounds(), contestants, setting.heard());
            return new BenchReport(
                    name(),
                    setting.facts(workload),
                    Row.all("", measured, "docs/s"),
                    List.of(Finding.of(
                            Target.B3,
                            measured.ratio(OURS, WINDOWS),
                            stage.spec().version().toString())));
        }
    }
}
