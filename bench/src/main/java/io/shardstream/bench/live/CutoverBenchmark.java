package io.shardstream.bench.live;

import io.shardstream.bench.documents.Shape;
import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.live.SwitchedCopy.Switch;
import io.shardstream.bench.measure.Samples;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How long clients are refused in a cut-over, and what that time goes into.
public final class CutoverBenchmark implements Benchmark {
    private static final int SHARDS = 4;
    private static final long[] FULL = {100_000, 1_000_000};
    private static final long QUICK = 50_000;

    @Override
    public String name() {
        return "cutover";
    }

    @Override
    public String what() {
        return "The time without writes in a cut-over, with one percent deleted before, and each step (B10).";
    }

    @Override
    public BenchReport run(Setting setting, Stages stages) throws Exception {
        Stage stage = stages.of(
                StageSpec.one(setting.serversOr("elasticsearch:7.17.29").getFirst()));
        List<Row> rows = new ArrayList<>();
        @Nullable Measured last = null;
        for (Workload workload : workloads(setting)) {
            for (boolean isBusy : new boolean[] {false, true}) {
                last = measured(setting, stage, workload, isBusy);
                rows.addAll(last.rows());
            }
        }
        Measured largest = Objects.requireNonNull(last);
        largest.steps().forEach((step, seconds) -> rows.add(new Row("step: " + step, new Samples(seconds), "s")));
        return new BenchReport(
                name(),
                facts(setting, largest.workload(), stage),
                rows,
                List.of(Finding.of(
                        Target.B10,
                        new Samples(largest.refused()),
                        "as a client sees it, %s, %,d documents, 1 %% deleted, deletes and updates until the block"
                                .formatted(
                                        stage.spec().version(),
                                        largest.workload().documents()))));
    }

    private static List<Workload> workloads(Setting setting) {
        long[] wanted = setting.documents().isPresent()
                ? new long[] {setting.documents().getAsLong()}
                : setting.quick() ? new long[] {QUICK} : FULL;
        return Arrays.stream(wanted)
                .mapToObj(documents -> new Workload(Shape.rows, documents, setting.seed(), SHARDS))
                .toList();
    }

    /// Cut-overs of one kind.
    ///
    /// @param refused seconds, by round
    /// @param blocked seconds, by round
    /// @param foretold seconds, by round
    /// @param steps seconds by step, each by round
    private record Measured(
            Workload workload,
            boolean isBusy,
            List<Double> refused,
            List<Double> blocked,
            List<Double> foretold,
            Map<String, List<Double>> steps) {
        List<Row> rows() {
            String of = "%,d documents, %s: "
                    .formatted(
                            workload.documents(),
                            isBusy ? "1,000 deletes and updates in the last two seconds" : "nothing written before");
            return List.of(
                    new Row(of + "a client's writes are refused", new Samples(refused), "s"),
                    new Row(of + "no index takes writes, as control says", new Samples(blocked), "s"),
                    new Row(of + "the same, foretold before the block", new Samples(foretold), "s"));
        }
    }

    private static Measured measured(Setting setting, Stage stage, Workload workload, boolean isBusy) throws Exception {
        Measured all = new Measured(
                workload, isBusy, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>());
        for (int round = 1; round <= setting.repeats(); round++) {
            String name = "cutover-%d-%s-%d".formatted(workload.documents(), isBusy ? "busy" : "quiet", round);
            Switch made = new SwitchedCopy(stage, workload, setting.folder(), name, isBusy).make(setting.heard());
            setting.heard()
                    .accept("round %d  refused for %.3f s, blocked for %.3f s, foretold %.1f s"
                            .formatted(round, made.refused(), made.blocked(), made.foretold()));
            made.steps().forEach((step, seconds) -> setting.heard().accept("  %.3f s  %s".formatted(seconds, step)));
            all.refused().add(made.refused());
            all.blocked().add(made.blocked());
            all.foretold().add(made.foretold());
            made.steps()
                    .forEach((step, seconds) -> all.steps()
                            .computeIfAbsent(step, _ -> new ArrayList<>())
                            .add(seconds));
        }
        return all;
    }

    private static Map<String, Object> facts(Setting setting, Workload workload, Stage stage) {
        Map<String, Object> facts = setting.facts(workload);
        facts.put("deleted before", "%,d documents".formatted((workload.documents() + 99) / SwitchedCopy.ONE_PERCENT));
        facts.put("target settings", "0 replicas; all else as it is by default, on both sides");
        facts.put("client", "writes through the alias all the time, one request at once");
        facts.put("busy clients", "500 deletes and 500 updates a second, until the first is refused");
        facts.put("server", stage.spec().toString());
        facts.put("service", "control, reader and writer, a process each, " + String.join(" ", Worker.SERVICE));
        facts.put("rounds", setting.repeats() + (setting.quick() ? " (quick: fewer documents)" : ""));
        facts.put("compared", "source and target after the swap, by ids, versions and bytes: no difference");
        return facts;
    }
}
