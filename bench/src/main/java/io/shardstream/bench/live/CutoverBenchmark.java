package io.shardstream.bench.live;

import io.shardstream.bench.documents.Shape;
import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.report.BenchReport;
import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.TargetResult;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.bench.stage.Benchmark;
import io.shardstream.bench.stage.Setting;
import io.shardstream.bench.stage.StageSpec;
import io.shardstream.bench.stage.Stages;
import io.shardstream.bench.worker.Worker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// How long clients are refused in a cut-over, and what that time goes into.
public final class CutoverBenchmark implements Benchmark {
    private static final int SHARDS = 4;
    private static final long QUICK = 50_000;

    private final SwitchSetup setup;

    private CutoverBenchmark(SwitchSetup setup) {
        this.setup = setup;
    }

    /// The one that has a target: on one node.
    public static CutoverBenchmark onOneNode() {
        return new CutoverBenchmark(SwitchSetup.ONE_NODE);
    }

    /// The others, each under a name of its own.
    public static List<Benchmark> elsewhere() {
        return Arrays.stream(SwitchSetup.values())
                .filter(setup -> setup != SwitchSetup.ONE_NODE)
                .<Benchmark>map(CutoverBenchmark::new)
                .toList();
    }

    @Override
    public String name() {
        return setup.command();
    }

    @Override
    public String what() {
        return setup.what();
    }

    @Override
    public BenchReport run(Setting setting, Stages stages) throws Exception {
        StageSpec spec = setup.servers(setting.servers());
        List<Row> rows = new ArrayList<>();
        List<Row> steps = List.of();
        List<TargetResult> findings = new ArrayList<>();
        List<Workload> workloads = workloads(setting);
        for (Workload workload : workloads) {
            List<Switches> both = measured(setting, stages, spec, workload);
            both.forEach(one -> rows.addAll(one.rows()));
            steps = both.stream().flatMap(one -> one.steps().stream()).toList();
            if (setup == SwitchSetup.ONE_NODE) {
                both.forEach(one -> findings.add(one.finding(spec.version().toString())));
            }
        }
        rows.addAll(steps);
        return new BenchReport(name(), facts(setting, workloads.getLast(), spec), rows, findings);
    }

    private List<Workload> workloads(Setting setting) {
        List<Long> usual = setting.quick() ? List.of(QUICK) : setup.documents();
        List<Long> wanted =
                setting.documents().isPresent() ? List.of(setting.documents().getAsLong()) : usual;
        return wanted.stream()
                .map(documents -> new Workload(Shape.rows, documents, setting.seed(), SHARDS))
                .toList();
    }

    /// Cut-overs without writes before, and with them. The servers are their own: what others have left there is not
    /// put back before each round, and nobody finds what they leave.
    private List<Switches> measured(Setting setting, Stages stages, StageSpec spec, Workload workload)
            throws Exception {
        stages.giveUp();
        BenchServers stage = stages.of(spec);
        String name = name() + "-" + workload.documents();
        try (SwitchedCopy copy = new SwitchedCopy(setup, stage, workload, setting.folder(), name, setting.heard())) {
            return List.of(rounds(setting, copy, workload, false), rounds(setting, copy, workload, true));
        } finally {
            stages.giveUp();
        }
    }

    private static Switches rounds(Setting setting, SwitchedCopy copy, Workload workload, boolean isBusy)
            throws Exception {
        List<Switch> made = new ArrayList<>();
        for (int round = 1; round <= setting.rounds(); round++) {
            setting.heard()
                    .accept("%s round %d: putting the data back, starting servers and run."
                            .formatted(isBusy ? "Busy" : "Quiet", round));
            Switch one = copy.round(isBusy, round == setting.rounds());
            made.add(one);
            setting.heard().accept(one.toString());
            one.steps().forEach((step, seconds) -> setting.heard().accept("  %.3f s  %s".formatted(seconds, step)));
        }
        return new Switches(workload.documents(), isBusy, made);
    }

    private Map<String, Object> facts(Setting setting, Workload workload, StageSpec spec) {
        Map<String, Object> facts = setting.facts(workload);
        facts.put("deleted before", "%,d documents".formatted(OnePercent.count(workload)));
        facts.put(
                "target settings",
                "%d replicas; all else as it is by default, on both sides".formatted(setup.replicas()));
        facts.put("client", "writes all the time, one request at once");
        facts.put("how clients move", setup.clients());
        facts.put("quiet", "nothing else is written");
        facts.put("busy", "555 deletes and 555 updates a second, until the first is refused");
        facts.put("server", spec.toString());
        facts.put("service", "control, reader and writer, a process each, " + String.join(" ", Worker.SERVICE));
        facts.put(
                "each round",
                "all servers and processes start from the same data, 1 % deleted; a small copy is cut over, and a dry run compares"
                        + " all once");
        facts.put(
                "compared",
                "source and target after the swap: their numbers in each round; ids, versions and bytes in the last without other writes and in the last with them. No difference");
        return facts;
    }
}
