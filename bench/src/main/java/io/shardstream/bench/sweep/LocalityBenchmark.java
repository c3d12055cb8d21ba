package io.shardstream.bench.sweep;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.peer.Reindex;
import io.shardstream.bench.pipeline.Copies;
import io.shardstream.bench.pipeline.InterNodeTraffic;
import io.shardstream.bench.report.BenchReport;
import io.shardstream.bench.report.Contestant;
import io.shardstream.bench.report.Measured;
import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Turns;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.bench.stage.Benchmark;
import io.shardstream.bench.stage.Setting;
import io.shardstream.bench.stage.StageSpec;
import io.shardstream.bench.stage.Stages;
import io.shardstream.bench.worker.Worker;
import io.shardstream.bench.worker.Writers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Where the target's shards are: on the node of the source's, on another one, or on both.
public final class LocalityBenchmark implements Benchmark {
    private static final int NODES = 2;
    private static final int SHARDS = 4;
    private static final int HEAP_MEGABYTES = 1024;
    private static final int REINDEX_SIZE = 5000;
    private static final Duration REST = Duration.ofSeconds(5);
    private static final Duration SHORT_REST = Duration.ofSeconds(2);

    @Override
    public String name() {
        return "locality";
    }

    @Override
    public String what() {
        return "Copies to target shards on the node of the source's, on another node, and on both.";
    }

    @Override
    public BenchReport run(Setting setting, Stages stages) throws Exception {
        Workload workload = setting.workload(150_000, 20_000, SHARDS);
        BenchServers stage = stages.of(
                new StageSpec(setting.serversOr("elasticsearch:7.17.29").getFirst(), NODES, HEAP_MEGABYTES, 0));
        stage.source(workload, setting.heard());
        stage.move(workload.index(), stage.nodes().getFirst());
        long bytes = workload.bytes();
        InterNodeTraffic traffic = new InterNodeTraffic(stage, bytes);
        boolean hasReindex = Reindex.isThere(stage.rest());
        try (Worker worker = Worker.start(Worker.SERVICE, setting.folder().resolve("worker.log"))) {
            List<Contestant> contestants = new ArrayList<>();
            places(stage).forEach((place, settings) -> {
                Copies copies = new Copies(stage, workload, SHARDS, settings, setting.folder(), worker, name());
                String ours = place + ": " + Copies.OURS;
                contestants.add(copies.ours(ours, Writers.unpinned(1, true), traffic.of(ours)));
                if (hasReindex) {
                    String reindex = place + ": " + Copies.REINDEX;
                    contestants.add(copies.reindex(reindex, REINDEX_SIZE, traffic.of(reindex)));
                }
            });
            setting.heard().accept("Warming up.");
            for (Contestant contestant : contestants) {
                contestant.run(0);
            }
            traffic.begin(setting.quick() ? SHORT_REST : REST);
            setting.heard().accept("Target shards on the source's node, on another one, on both, docs/s:");
            Measured measured = Turns.take(setting.rounds(), contestants, setting.heard());
            List<Row> rows = new ArrayList<>(Row.all("", measured, "docs/s", _ -> true));
            rows.addAll(traffic.rows(""));
            Map<String, Object> facts = setting.copyFacts(workload);
            facts.put("servers", stage.spec().toString());
            facts.put("target shards", SHARDS);
            facts.put("source", "all shards on " + stage.nodes().getFirst());
            facts.put("bytes indexed", "%,d, %,d a document".formatted(bytes, bytes / workload.documents()));
            facts.put("service", "one reader and one writer in one process, " + String.join(" ", Worker.SERVICE));
            facts.put(
                    "_reindex",
                    hasReindex
                            ? "size %,d, slices=auto, asked of the first node".formatted(REINDEX_SIZE)
                            : "left out: this server comes without it");
            facts.put("sent at rest", "%,.1f kB/s, all nodes together".formatted(traffic.atRest() / 1000));
            facts.put(
                    "compared", "each copy of Shardstream with its source, by ids, versions and bytes: no difference");
            return new BenchReport(name(), facts, rows, List.of());
        }
    }

    /// Settings of the target, by where its shards are with these.
    private static Map<String, Map<String, String>> places(BenchServers stage) {
        Map<String, Map<String, String>> places = new LinkedHashMap<>();
        places.put("same node", Map.of(BenchServers.ON_NODE, stage.nodes().getFirst()));
        places.put("other node", Map.of(BenchServers.ON_NODE, stage.nodes().getLast()));
        places.put(
                "both nodes",
                Map.of("index.routing.allocation.total_shards_per_node", Integer.toString(SHARDS / NODES)));
        return places;
    }
}
