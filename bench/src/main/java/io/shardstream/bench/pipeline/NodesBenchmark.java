package io.shardstream.bench.pipeline;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.peer.Reindex;
import io.shardstream.bench.report.BenchReport;
import io.shardstream.bench.report.Contestant;
import io.shardstream.bench.report.Measured;
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
import io.shardstream.bench.worker.Writers;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Whole copies on three data nodes, each held to a processor budget of its own, so that one node can be the
/// bottleneck as on three machines; and what the nodes send each other meanwhile.
public final class NodesBenchmark implements Benchmark {
    private static final int NODES = 3;
    private static final int HEAP_MEGABYTES = 768;
    private static final int SOURCE_SHARDS = 6;
    private static final int TARGET_SHARDS = 12;

    /// Of all processors together, for each node: three of them leave two fifths to everything else.
    private static final double PART = 0.2;

    private static final List<Integer> REINDEX_SIZES = List.of(1000, 5000);
    private static final String PINNED = Copies.OURS + ", writers pinned";
    private static final String UNPINNED = Copies.OURS + ", writers not pinned";
    private static final String ANY_NODE = Copies.OURS + ", bulks to any node";
    private static final Duration REST = Duration.ofSeconds(10);
    private static final Duration SHORT_REST = Duration.ofSeconds(3);

    @Override
    public String name() {
        return "nodes";
    }

    @Override
    public String what() {
        return "Whole copies on three nodes with a processor budget each, and what nodes send each other (B1m, B1b).";
    }

    @Override
    public BenchReport run(Setting setting, Stages stages) throws Exception {
        Workload workload = setting.workload(300_000, 8_000, SOURCE_SHARDS);
        double cores = Math.round(Runtime.getRuntime().availableProcessors() * PART * 100) / 100.0;
        SearchServerVersion server = setting.serversOr("elasticsearch:7.17.29").getFirst();
        BenchServers stage = stages.of(new StageSpec(server, NODES, HEAP_MEGABYTES, cores));
        stage.source(workload, setting.heard());
        long bytes = workload.bytes();
        InterNodeTraffic traffic = new InterNodeTraffic(stage, bytes);
        Map<String, BudgetUse> budgets = new LinkedHashMap<>();
        try (Worker worker = Worker.start(Worker.SERVICE, setting.folder().resolve("worker.log"))) {
            Copies copies = new Copies(stage, workload, TARGET_SHARDS, setting.folder(), worker, name());
            List<Contestant> contestants = contestants(setting.quick(), copies, traffic, budgets, cores);
            setting.heard().accept("Warming up.");
            for (Contestant contestant : contestants) {
                contestant.run(0);
            }
            budgets.clear();
            traffic.begin(setting.quick() ? SHORT_REST : REST);
            setting.heard().accept("%s, %d nodes, docs/s:".formatted(server, NODES));
            Measured measured = Turns.take(setting.rounds(), contestants, setting.heard());
            List<Row> rows = new ArrayList<>(Row.all("", measured, "docs/s", name -> !isReindex(name)));
            rows.addAll(traffic.rows(""));
            return new BenchReport(
                    name(),
                    facts(setting, workload, stage, bytes, traffic, budgets),
                    rows,
                    findings(measured, traffic, budgets, stage));
        }
    }

    /// @param quick without the contestants that tell least
    private static List<Contestant> contestants(
            boolean quick, Copies copies, InterNodeTraffic traffic, Map<String, BudgetUse> budgets, double cores) {
        List<Contestant> all = new ArrayList<>();
        List<String> nodes = copies.stage().nodes();
        Map<String, Writers> ours = new LinkedHashMap<>();
        ours.put(PINNED, Writers.pinnedTo(nodes));
        if (!quick) {
            ours.put(UNPINNED, Writers.unpinned(nodes.size(), true));
        }
        ours.put(ANY_NODE, Writers.unpinned(nodes.size(), false));
        ours.forEach((name, writers) ->
                all.add(copies.ours(name, writers, watch(name, copies.stage(), traffic, budgets, cores))));
        List<Integer> sizes = quick ? List.of(REINDEX_SIZES.getLast()) : REINDEX_SIZES;
        for (int size : Reindex.isThere(copies.stage().rest()) ? sizes : List.<Integer>of()) {
            String name = Copies.REINDEX + ", size " + size;
            all.add(copies.reindex(name, size, watch(name, copies.stage(), traffic, budgets, cores)));
        }
        return all;
    }

    private static Copies.Watch watch(
            String name, BenchServers stage, InterNodeTraffic traffic, Map<String, BudgetUse> budgets, double cores) {
        return () -> budgets.computeIfAbsent(name, _ -> new BudgetUse(cores))
                .and(stage, traffic.of(name))
                .begins();
    }

    private static Map<String, Object> facts(
            Setting setting,
            Workload workload,
            BenchServers stage,
            long bytes,
            InterNodeTraffic traffic,
            Map<String, BudgetUse> budgets) {
        Map<String, Object> facts = setting.copyFacts(workload);
        facts.put("servers", stage.spec().toString());
        facts.put("target shards", TARGET_SHARDS);
        facts.put("bytes indexed", "%,d, %,d a document".formatted(bytes, bytes / workload.documents()));
        facts.put(
                "service",
                "one reader and %d writers in one process, %s".formatted(NODES, String.join(" ", Worker.SERVICE)));
        facts.put(
                "_reindex",
                Reindex.isThere(stage.rest())
                        ? "slices=auto, asked of the first node"
                        : "left out: this server comes without it");
        facts.put("sent at rest", "%,.1f kB/s, all nodes together".formatted(traffic.atRest() / 1000));
        budgets.forEach((name, use) -> facts.put("budget, " + name, use.text()));
        facts.put("compared", "each copy of Shardstream with its source, by ids, versions and bytes: no difference");
        return facts;
    }

    /// What is no bottleneck for `_reindex` cannot show who gets along with one better.
    private static List<TargetResult> findings(
            Measured measured, InterNodeTraffic traffic, Map<String, BudgetUse> budgets, BenchServers stage) {
        List<TargetResult> findings = new ArrayList<>();
        if (measured.names().stream().anyMatch(NodesBenchmark::isReindex)) {
            String best = measured.fastest(NodesBenchmark::isReindex);
            BudgetUse use = budgets.get(best);
            findings.add(TargetResult.of(Target.B1M, measured.ratio(PINNED, best), stage.spec() + ", against " + best)
                    .given(use != null && use.binds(), "no node used all of its budget for " + best));
        }
        findings.add(TargetResult.of(
                Target.B1B,
                traffic.everything(PINNED),
                "with what nodes send at rest and for making the index; bulks to any node: "
                        + Target.B1B.text(traffic.everything(ANY_NODE).median())));
        return List.copyOf(findings);
    }

    private static boolean isReindex(String name) {
        return name.startsWith(Copies.REINDEX);
    }
}
