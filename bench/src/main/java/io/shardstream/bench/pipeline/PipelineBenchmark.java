package io.shardstream.bench.pipeline;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.peer.Elasticdump;
import io.shardstream.bench.peer.Reindex;
import io.shardstream.bench.report.BenchReport;
import io.shardstream.bench.report.Contestant;
import io.shardstream.bench.report.Measured;
import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Samples;
import io.shardstream.bench.report.Target;
import io.shardstream.bench.report.TargetResult;
import io.shardstream.bench.report.Turns;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.bench.stage.Benchmark;
import io.shardstream.bench.stage.Setting;
import io.shardstream.bench.stage.StageSpec;
import io.shardstream.bench.stage.Stages;
import io.shardstream.bench.worker.Worker;
import io.shardstream.localcluster.search.SearchServerVersion;
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
    private static final int SMALL_PAGE = 1000;
    private static final int LARGE_PAGE = 5000;

    /// The first was the best where it was tried; all take part where there is time.
    private static final List<DumpSetting> DUMP_SETTINGS = List.of(
            new DumpSetting(5000, 4), new DumpSetting(1000, 4), new DumpSetting(10_000, 4), new DumpSetting(5000, 8));

    /// @param limit documents of a page
    /// @param concurrency requests under way
    private record DumpSetting(int limit, int concurrency) {}

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
        Workload workload = setting.workload(300_000, 40_000, SOURCE_SHARDS);
        Optional<Elasticdump> elasticdump = Elasticdump.fetch(setting.cache());
        List<Row> rows = new ArrayList<>();
        List<TargetResult> findings = new ArrayList<>();
        List<SearchServerVersion> withoutReindex = new ArrayList<>();
        for (SearchServerVersion server : servers(setting)) {
            BenchServers stage = stages.of(StageSpec.one(server));
            stage.source(workload, setting.heard());
            if (!Reindex.isThere(stage.rest())) {
                withoutReindex.add(server);
            }
            try (Worker worker = Worker.start(Worker.SERVICE, setting.folder().resolve("worker.log"))) {
                OneServer one = new OneServer(setting, stage, workload, worker);
                one.warmUp();
                for (Map.Entry<Integer, Target> target : BY_SHARDS.entrySet()) {
                    one.besideReindex(target.getKey(), target.getValue());
                }
                if (elasticdump.isPresent()) {
                    one.besideElasticdump(elasticdump.get());
                }
                rows.addAll(one.rows());
                findings.addAll(one.findings());
            }
        }
        Map<String, Object> facts = setting.copyFacts(workload);
        facts.put("service", "reader and writer in one process, " + String.join(" ", Worker.SERVICE));
        facts.put("clock", "ours without the preparation of the run; elasticdump's with the start of Node.js");
        if (elasticdump.isEmpty()) {
            facts.put("elasticdump", "left out: there is no Node.js");
        }
        withoutReindex.forEach(server -> facts.put("_reindex, " + server, "left out: this server comes without it"));
        facts.put("compared", "each copy of Shardstream with its source, by ids, versions and bytes: no difference");
        return new BenchReport(name(), facts, rows, findings);
    }

    private static List<SearchServerVersion> servers(Setting setting) {
        return setting.quick()
                ? setting.serversOr("elasticsearch:7.17.29")
                : setting.serversOr("elasticsearch:7.17.29", "opensearch:3.8.0");
    }

    /// What is measured on one server.
    private static final class OneServer {
        private final Setting setting;
        private final BenchServers stage;
        private final Workload workload;
        private final Worker worker;
        private final SearchServerVersion server;
        private final SortedMap<Integer, List<ProcessorShare>> shares = new TreeMap<>();
        private final List<Row> rows = new ArrayList<>();
        private final List<TargetResult> findings = new ArrayList<>();

        OneServer(Setting setting, BenchServers stage, Workload workload, Worker worker) {
            this.setting = setting;
            this.stage = stage;
            this.workload = workload;
            this.worker = worker;
            this.server = stage.spec().version();
        }

        /// The servers have worked for a while already, with the load; a service that runs for hours has, too.
        void warmUp() throws Exception {
            setting.heard().accept("Warming up.");
            Copies warm = copies(FEW_SHARDS, "warm");
            for (Contestant contestant : againstReindex(warm, new ArrayList<>())) {
                contestant.run(0);
            }
            for (int time = 1; time <= (setting.quick() ? 1 : WARM_UPS); time++) {
                warm.ours(_ -> {}).run(-time);
            }
        }

        void besideReindex(int shards, Target target) throws Exception {
            setting.heard().accept("%s, %d to %d shards, docs/s:".formatted(server, SOURCE_SHARDS, shards));
            List<ProcessorShare> ours = shares.computeIfAbsent(shards, _ -> new ArrayList<>());
            List<Contestant> contestants = againstReindex(copies(shards, "a"), ours);
            keep(contestants, target, server + ", to " + shards + " shards");
        }

        void besideElasticdump(Elasticdump tool) throws Exception {
            setting.heard().accept(server + ", beside elasticdump, docs/s:");
            Copies copies = copies(FEW_SHARDS, "b");
            List<Contestant> contestants = new ArrayList<>();
            contestants.add(copies.ours(_ -> {}));
            for (DumpSetting one : setting.quick() ? DUMP_SETTINGS.subList(0, 1) : DUMP_SETTINGS) {
                contestants.add(copies.elasticdump(tool, one.limit(), one.concurrency()));
            }
            keep(contestants, Target.B2, server + ", to " + FEW_SHARDS + " shards, second series");
        }

        /// Ours against whichever of the others is the fastest.
        private void keep(List<Contestant> contestants, Target target, String place) throws Exception {
            Measured measured = Turns.take(setting.rounds(), contestants, setting.heard());
            rows.addAll(Row.all(place + ": ", measured, "docs/s", Copies.OURS::equals));
            if (contestants.size() > 1) {
                String best = measured.fastest(name -> !name.equals(Copies.OURS));
                findings.add(TargetResult.of(target, measured.ratio(Copies.OURS, best), place + ", against " + best));
            }
        }

        private Copies copies(int shards, String series) {
            return new Copies(stage, workload, shards, setting.folder(), worker, series);
        }

        private List<Contestant> againstReindex(Copies copies, List<ProcessorShare> shares) {
            List<Contestant> all = new ArrayList<>();
            all.add(copies.ours(shares::add));
            if (Reindex.isThere(stage.rest())) {
                all.add(copies.reindex("auto", LARGE_PAGE));
                if (!setting.quick()) {
                    all.add(copies.reindex("auto", SMALL_PAGE));
                    all.add(copies.reindex("1", LARGE_PAGE));
                }
            }
            return all;
        }

        List<Row> rows() {
            List<Row> all = new ArrayList<>(rows);
            shares.forEach((shards, some) ->
                    all.addAll(ProcessorShare.rows("%s, to %d shards: ".formatted(server, shards), some)));
            return all;
        }

        List<TargetResult> findings() {
            List<TargetResult> all = new ArrayList<>(findings);
            shares.forEach((shards, some) -> all.add(TargetResult.of(
                    Target.B5,
                    new Samples(some.stream().map(ProcessorShare::percent).toList()),
                    server + ", to " + shards + " shards")));
            return all;
        }
    }
}
