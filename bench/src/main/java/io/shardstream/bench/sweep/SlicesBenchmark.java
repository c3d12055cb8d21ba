package io.shardstream.bench.sweep;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.peer.BareReading;
import io.shardstream.bench.report.BenchReport;
import io.shardstream.bench.report.Contestant;
import io.shardstream.bench.report.Measured;
import io.shardstream.bench.report.NamedContestant;
import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Turns;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.bench.stage.Benchmark;
import io.shardstream.bench.stage.Setting;
import io.shardstream.bench.stage.StageSpec;
import io.shardstream.bench.stage.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Reading into nothing: slices and page sizes of scrolls and of points in time, beside windows.
public final class SlicesBenchmark implements Benchmark {
    private static final int SHARDS = 4;
    private static final List<Integer> SLICES = List.of(1, 4, 8, 16);
    private static final List<Integer> PAGES = List.of(1000, 5000, 10_000);
    private static final List<Integer> WIDTHS = List.of(1000, 4000, 10_000);
    private static final List<Integer> AT_ONCE = List.of(1, 4);

    @Override
    public String name() {
        return "slices";
    }

    @Override
    public String what() {
        return "Reading into nothing: slices and page sizes of scrolls and of points in time, beside windows.";
    }

    @Override
    public BenchReport run(Setting setting, Stages stages) throws Exception {
        Workload workload = setting.workload(200_000, 40_000, SHARDS);
        BenchServers stage = stages.of(
                StageSpec.one(setting.serversOr("elasticsearch:7.17.29").getFirst()));
        stage.source(workload, setting.heard());
        double megabytes = workload.bytes() / 1e6;
        try (BareReading bare = new BareReading(stage.url(), workload.index(), SHARDS)) {
            List<Contestant> contestants = contestants(setting.quick(), bare, stage, workload);
            setting.heard().accept("Warming up.");
            for (Contestant contestant : contestants) {
                contestant.run(0);
            }
            Measured measured = Turns.take(setting.rounds(), contestants, setting.heard());
            Map<String, Object> facts = setting.facts(workload);
            facts.put("server", stage.spec().toString());
            facts.put(
                    "read by",
                    "a client that throws everything away as it comes; bodies of %,.0f MB in all".formatted(megabytes));
            if (!BareReading.hasPointsInTime(stage)) {
                facts.put("left out", "points in time: " + stage.spec().version() + " has others");
            }
            List<Row> rows = new ArrayList<>(Row.all("", measured, "docs/s", _ -> true));
            for (String name : measured.names()) {
                rows.add(new Row(name, measured.of(name).times(megabytes / workload.documents()), "MB/s"));
            }
            return new BenchReport(name(), facts, rows, List.of());
        }
    }

    private static List<Contestant> contestants(
            boolean quick, BareReading bare, BenchServers stage, Workload workload) {
        List<Contestant> all = new ArrayList<>();
        for (int page : few(quick, PAGES)) {
            for (int slices : few(quick, SLICES)) {
                String how = (slices == 1 ? "one slice" : slices + " slices") + ", pages of %,d".formatted(page);
                all.add(new NamedContestant("scroll, " + how, _ -> workload.rate(() -> bare.scroll(slices, page))));
                if (BareReading.hasPointsInTime(stage)) {
                    all.add(new NamedContestant(
                            "point in time, " + how,
                            _ -> workload.rate(() -> bare.pointInTime(stage.rest(), slices, page))));
                }
            }
        }
        for (int width : few(quick, WIDTHS)) {
            for (int atOnce : few(quick, AT_ONCE)) {
                all.add(new NamedContestant(
                        "windows of %,d, %d at once of each shard".formatted(width, atOnce),
                        _ -> workload.rate(() -> bare.windows(stage.rest(), width, atOnce, workload.documents()))));
            }
        }
        return List.copyOf(all);
    }

    /// The first two that are asked for if it has to be quick.
    private static List<Integer> few(boolean quick, List<Integer> all) {
        return quick ? all.subList(0, 2) : all;
    }
}
