package io.shardstream.bench.pipeline;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.peer.BareReading;
import io.shardstream.bench.report.BenchReport;
import io.shardstream.bench.report.Contestant;
import io.shardstream.bench.report.Measured;
import io.shardstream.bench.report.NamedContestant;
import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Target;
import io.shardstream.bench.report.TargetResult;
import io.shardstream.bench.report.Turns;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.bench.stage.Benchmark;
import io.shardstream.bench.stage.Setting;
import io.shardstream.bench.stage.StageSpec;
import io.shardstream.bench.stage.Stages;
import io.shardstream.bench.worker.Worker;
import io.shardstream.bench.worker.WorkerTask;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/// Reading into Kafka beside reading into nothing.
public final class ReadBenchmark implements Benchmark {
    private static final int SHARDS = 4;

    /// One, which was the fastest, and as many as the reader has by default.
    private static final List<Integer> AT_ONCE = List.of(1, 4);

    private static final int WIDEST = 10_000;
    private static final long WINDOW_BYTES = 8_000_000;
    private static final int PAGE = 5000;
    private static final String OURS = "reader into Kafka";
    private static final String WINDOWS = "bare windows of ";

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
        BenchServers stage = stages.of(
                StageSpec.one(setting.serversOr("elasticsearch:7.17.29").getFirst()));
        stage.source(workload, setting.heard());
        try (Worker worker = Worker.start(Worker.SERVICE, setting.folder().resolve("worker.log"));
                BareReading bare = new BareReading(stage.url(), workload.index(), SHARDS)) {
            long bytes = workload.bytes();
            List<Contestant> contestants = new ArrayList<>();
            contestants.add(new NamedContestant(OURS, round -> {
                Path run = RunText.write(setting.folder(), "read-" + round, stage, workload, SHARDS);
                double rate = worker.does(WorkerTask.read, run).perSecond();
                stage.delete("read-" + round);
                return rate;
            }));
            int width = Math.clamp(WINDOW_BYTES / Math.max(1, workload.meanBytes()), 1, WIDEST);
            for (int atOnce : AT_ONCE) {
                String how = WINDOWS + "%,d, %d at once of each shard".formatted(width, atOnce);
                contestants.add(whole(
                        how, workload, bytes, () -> bare.windows(stage.rest(), width, atOnce, workload.documents())));
            }
            for (int slices : List.of(SHARDS, 4 * SHARDS)) {
                String how = "scroll, %d slices, pages of %,d".formatted(slices, PAGE);
                contestants.add(whole(how, workload, bytes, () -> bare.scroll(slices, PAGE)));
            }
            if (BareReading.hasPointsInTime(stage)) {
                String how = "point in time, %d slices, pages of %,d".formatted(SHARDS, PAGE);
                contestants.add(whole(how, workload, bytes, () -> bare.pointInTime(stage.rest(), SHARDS, PAGE)));
            }
            setting.heard().accept("Warming up.");
            for (Contestant contestant : contestants) {
                contestant.run(0);
            }
            Measured measured = Turns.take(setting.rounds(), contestants, setting.heard());
            String best = measured.fastest(name -> name.startsWith(WINDOWS));
            Map<String, Object> facts = setting.facts(workload);
            facts.put("server", stage.spec().toString());
            facts.put("service", "the reader in a process of its own, " + String.join(" ", Worker.SERVICE));
            return new BenchReport(
                    name(),
                    facts,
                    Row.all("", measured, "docs/s", OURS::equals),
                    List.of(TargetResult.of(
                            Target.B3, measured.ratio(OURS, best), stage.spec().version() + ", against " + best)));
        }
    }

    /// A contestant whose answers must be as long as all documents together, at least.
    private static Contestant whole(String name, Workload workload, long bytes, LongSupplier reading) {
        return new NamedContestant(
                name,
                _ -> workload.rate(() -> {
                    long read = reading.getAsLong();
                    if (read < bytes) {
                        throw new IllegalStateException(
                                "%s has read %,d bytes, and the documents have %,d".formatted(name, read, bytes));
                    }
                    return read;
                }));
    }
}
