package io.shardstream.bench.pipeline;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.measure.Contestant;
import io.shardstream.bench.measure.Measured;
import io.shardstream.bench.measure.Samples;
import io.shardstream.bench.measure.Turns;
import io.shardstream.bench.peer.Elasticdump;
import io.shardstream.bench.report.BenchReport;
import io.shardstream.bench.report.Finding;
import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Target;
import io.shardstream.bench.stage.Stage;
import io.shardstream.bench.stage.StageSpec;
import io.shardstream.bench.suite.Benchmark;
import io.shardstream.bench.suite.Setting;
import io.shardstream.bench.suite.Stages;
import io.shardstream.bench.worker.Worker;
import io.shardstream.localcluster.search.ServerVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Whole copies: this, `_reindex` with several page sizes, and elasticdump.
public final class PipelineBenchmark implements Benchmark {
    private static final int SOURCE_SHARDS = 4;
    private static final int FEW_SHARDS = 4;
    private static final SortedMap<Integer, Target> BY_SHARDS =
            new TreeMap<>(Map.of(FEW_SHARDS, Target.B1_4, 12, Target.B1_12, 24, Target.B1_24));
    private static final int WARM_UPS = 2;
    private static final List<Integer> REINDEX_SIZES = List.of(1000, 5000);

    /// The best of those that were tried.
    private static final int ELASTICDUMP_LIMIT = 5000;

    private static final int ELASTICDUMP_CONCURRENCY = 4;

    @Override
    public String name() {
        return "pipeline";
    }

    @Override
    public String what() {
        return "Whole copies beside those of _reindex and elasticdump (B1, B2, B5).";
    }

    @Override
    public BenchReport run(Setting setting, Stages stages) throws Exception {
        Workload workload = setting.workload(300_000, 60_000, SOURCE_SHARDS);
        List<Row> rows = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        Optional<Elasticdump> elasticdump = Elasticdump.fetch(setting.cache());
        for (ServerVersion server : setting.serversOr("elasticsearch:7.17.29", "opensearch:3.8.0")) {
            Stage stage = stages.of(StageSpec.one(server));
            stage.source(workload, setting.heard());
            List<ProcessorShare> shares = new ArrayList<>();
            try (Worker worker = Worker.start(Worker.SERVICE, setting.folder().resolve("worker.log"))) {
                setting.heard().accept("Warming up.");
                Copies warm = new Copies(stage, workload, FEW_SHARDS, setting.folder(), worker, "warm");
                for (Contestant contestant : againstReindex(warm, new ArrayList<>())) {
                    contestant.run(0);
                }
                // The servers have worked for a while already; a service that runs for hours has, too.
                for (int time = 1; time <= WARM_UPS; time++) {
                    warm.ours(_ -> {}).run(-time);
                }
                for (Map.Entry<Integer, Target> one : BY_SHARDS.entrySet()) {
                    int shards = one.getKey();
                    setting.heard().accept("%s, %d to %d shards, docs/s:".formatted(server, SOURCE_SHARDS, shards));
                    Copies copies = new Copies(stage, workload, shards, setting.folder(), worker, "a");
                    Measured measured = Turns.take(setting.rounds(), againstReindex(copies, shares), setting.heard());
                    String place = server + ", to " + shards + " shards";
                    rows.addAll(Row.all(place + ": ", measured, "docs/s"));
                    findings.add(againstBest(one.getValue(), measured, place));
                }
                if (elasticdump.isPresent()) {
                    setting.heard().accept(server + ", beside elasticdump, docs/s:");
                    Copies beside = new Copies(stage, workload, FEW_SHARDS, setting.folder(), worker, "b");
                    Measured measured = Turns.take(
                            setting.rounds(),
                            List.of(
                                    beside.ours(_ -> {}),
                                    beside.elasticdump(elasticdump.get(), ELASTICDUMP_LIMIT, ELASTICDUMP_CONCURRENCY)),
                            setting.heard());
                    String place = server + ", to " + FEW_SHARDS + " shards, second series";
                    rows.addAll(Row.all(place + ": ", measured, "docs/s"));
                    findings.add(againstBest(Target.B2, measured, place));
                }
            }
            rows.addAll(ProcessorShare.rows(server + ": ", shares));
            findings.add(Finding.of(
                    Target.B5,
                    new Samples(shares.stream().map(ProcessorShare::percent).toList()),
                    server.toString()));
        }
        Map<String, Object> facts = setting.facts(workload);
        facts.put("service", "reader and writer in one process, " + String.join(" ", Worker.SERVICE));
        facts.put("compared", "each copy of Shardstream with its source, by ids, versions and bytes: no difference");
        return new BenchReport(name(), facts, rows, findings);
    }

    private static List<Contestant> againstReindex(Copies copies, List<ProcessorShare> shares) {
        List<Contestant> all = new ArrayList<>();
        all.add(copies.ours(shares::add));
        REINDEX_SIZES.forEach(size -> all.add(copies.reindex(size)));
        return all;
    }

    /// Ours against whichever of the others is the fastest.
    private static Finding againstBest(Target target, Measured measured, String place) {
        String best = measured.fastest(name -> !name.equals(Copies.OURS));
        return Finding.of(target, measured.ratio(Copies.OURS, best), place + ", against " + best);
    }
}
