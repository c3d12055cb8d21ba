package io.shardstream.bench.pipeline;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.peer.ReadyBulks;
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

/// The writer draining a full topic beside ready-made bulks.
public final class WriteBenchmark implements Benchmark {
    private static final int SHARDS = 4;
    private static final int BULK_BYTES = 5 << 20;
    private static final List<Integer> AT_ONCE = List.of(2, 4);
    private static final String OURS = "writer from Kafka";
    private static final String ONE_SHARD = "ready-made, one shard each, ";

    @Override
    public String name() {
        return "write";
    }

    @Override
    public String what() {
        return "The writer draining a full topic beside ready-made bulks of a bare client (B4).";
    }

    @Override
    public BenchReport run(Setting setting, Stages stages) throws Exception {
        Workload workload = setting.workload(300_000, 40_000, SHARDS);
        BenchServers stage = stages.of(
                StageSpec.one(setting.serversOr("elasticsearch:7.17.29").getFirst()));
        stage.source(workload, setting.heard());
        ReadyBulks mixed = ReadyBulks.mixed(workload, BULK_BYTES);
        ReadyBulks oneShard = ReadyBulks.oneShardEach(workload, BULK_BYTES, stage.rest(), workload.index());
        try (Worker worker = Worker.start(Worker.SERVICE, setting.folder().resolve("worker.log"))) {
            List<Contestant> contestants = new ArrayList<>();
            contestants.add(new NamedContestant(OURS, round -> {
                Path run = RunText.write(setting.folder(), "write-" + round, stage, workload, SHARDS);
                worker.does(WorkerTask.read, run);
                double rate = worker.does(WorkerTask.write, run).perSecond();
                stage.requireEqual(workload.index(), "write-" + round, workload.documents());
                stage.delete("write-" + round);
                return rate;
            }));
            for (int atOnce : setting.quick() ? AT_ONCE.subList(0, 1) : AT_ONCE) {
                contestants.add(bulks(ONE_SHARD + atOnce + " at once", oneShard, atOnce, stage, workload));
                contestants.add(bulks("ready-made, mixed, " + atOnce + " at once", mixed, atOnce, stage, workload));
            }
            setting.heard().accept("Warming up.");
            for (Contestant contestant : contestants) {
                contestant.run(0);
            }
            Measured measured = Turns.take(setting.rounds(), contestants, setting.heard());
            String best = measured.fastest(name -> name.startsWith(ONE_SHARD));
            Map<String, Object> facts = setting.copyFacts(workload);
            facts.put("server", stage.spec().toString());
            facts.put("target shards", SHARDS);
            facts.put("service", "reader and writer in one process, " + String.join(" ", Worker.SERVICE));
            return new BenchReport(
                    name(),
                    facts,
                    Row.all("", measured, "docs/s", OURS::equals),
                    List.of(TargetResult.of(
                            Target.B4, measured.ratio(OURS, best), stage.spec().version() + ", against " + best)));
        }
    }

    private static Contestant bulks(String name, ReadyBulks bulks, int atOnce, BenchServers stage, Workload workload) {
        return new NamedContestant(name, _ -> {
            stage.create("bulks", workload, SHARDS);
            double rate = workload.rate(() -> bulks.post(stage.url(), "bulks", atOnce));
            if (stage.count("bulks") != workload.documents()) {
                throw new IllegalStateException("Not all ready-made bulks were taken");
            }
            stage.delete("bulks");
            return rate;
        });
    }
}
