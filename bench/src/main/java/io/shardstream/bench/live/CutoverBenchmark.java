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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How long clients are refused in a cut-over, and what that time goes into.
public final class CutoverBenchmark implements Benchmark {
    private static final int SHARDS = 4;
    private static final long FULL = 1_000_000;
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
        Workload workload = new Workload(
                Shape.rows, setting.documents().orElse(setting.quick() ? QUICK : FULL), setting.seed(), SHARDS);
        Stage stage = stages.of(
                StageSpec.one(setting.serversOr("elasticsearch:7.17.29").getFirst()));
        List<Double> refused = new ArrayList<>();
        List<Double> blocked = new ArrayList<>();
        Map<String, List<Double>> steps = new LinkedHashMap<>();
        for (int round = 1; round <= setting.repeats(); round++) {
            Switch made = new SwitchedCopy(stage, workload, setting.folder(), "cutover-" + round).make(setting.heard());
            setting.heard()
                    .accept("round %d  refused for %.3f s, blocked for %.3f s"
                            .formatted(round, made.refused(), made.blocked()));
            refused.add(made.refused());
            blocked.add(made.blocked());
            made.steps()
                    .forEach((step, seconds) ->
                            steps.computeIfAbsent(step, _ -> new ArrayList<>()).add(seconds));
        }
        List<Row> rows = new ArrayList<>();
        rows.add(new Row("a client's writes are refused", new Samples(refused), "s"));
        rows.add(new Row("no index takes writes, as control says", new Samples(blocked), "s"));
        steps.forEach((step, seconds) -> rows.add(new Row("step: " + step, new Samples(seconds), "s")));
        return new BenchReport(
                name(),
                facts(setting, workload, stage),
                rows,
                List.of(Finding.of(
                        Target.B10,
                        new Samples(refused),
                        "as a client sees it, %s, %,d documents, 1 %% deleted"
                                .formatted(stage.spec().version(), workload.documents()))));
    }

    private static Map<String, Object> facts(Setting setting, Workload workload, Stage stage) {
        Map<String, Object> facts = setting.facts(workload);
        facts.put("deleted before", "%,d documents".formatted((workload.documents() + 99) / SwitchedCopy.ONE_PERCENT));
        facts.put("target settings", "0 replicas; all else as it is by default, on both sides");
        facts.put("client", "writes through the alias all the time, one request at once");
        facts.put("server", stage.spec().toString());
        facts.put("service", "control, reader and writer, a process each, " + String.join(" ", Worker.SERVICE));
        facts.put("rounds", setting.repeats() + (setting.quick() ? " (quick: fewer documents)" : ""));
        facts.put("compared", "source and target after the swap, by ids, versions and bytes: no difference");
        return facts;
    }
}
