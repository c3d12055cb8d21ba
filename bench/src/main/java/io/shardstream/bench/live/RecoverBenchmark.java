package io.shardstream.bench.live;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.live.KilledCopy.Victim;
import io.shardstream.bench.report.BenchReport;
import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Samples;
import io.shardstream.bench.report.Target;
import io.shardstream.bench.report.TargetResult;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.bench.stage.Benchmark;
import io.shardstream.bench.stage.Setting;
import io.shardstream.bench.stage.StageSpec;
import io.shardstream.bench.stage.Stages;
import io.shardstream.bench.worker.Worker;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// A reader or a writer killed in the middle of a copy: how long until all goes as fast as before, and what is done
/// again.
public final class RecoverBenchmark implements Benchmark {
    private static final int SHARDS = 4;

    @Override
    public String name() {
        return "recover";
    }

    @Override
    public String what() {
        return "From a SIGKILL of a reader or a writer to the full rate, and the work repeated (B8).";
    }

    @Override
    public BenchReport run(Setting setting, Stages stages) throws Exception {
        Workload workload = setting.workload(1_500_000, 220_000, SHARDS);
        BenchServers stage = stages.of(
                StageSpec.one(setting.serversOr("elasticsearch:7.17.29").getFirst()));
        stage.source(workload, setting.heard());
        Map<Victim, List<Recovery>> measured = new EnumMap<>(Victim.class);
        for (int round = 1; round <= setting.repeats(); round++) {
            for (Victim victim : Victim.values()) {
                Recovery one =
                        new KilledCopy(stage, workload, setting.folder(), "recover-" + victim + "-" + round).of(victim);
                setting.heard().accept("round %d  %s killed: %s".formatted(round, victim, one));
                measured.computeIfAbsent(victim, _ -> new ArrayList<>()).add(one);
            }
        }
        List<Row> rows = new ArrayList<>();
        measured.forEach((victim, recoveries) -> rows.addAll(rows(victim + " killed: ", recoveries)));
        return new BenchReport(name(), facts(setting, workload, stage), rows, List.of(finding(measured, stage)));
    }

    /// Of the two the one that took longer.
    private static TargetResult finding(Map<Victim, List<Recovery>> measured, BenchServers stage) {
        return measured.entrySet().stream()
                .map(entry -> TargetResult.of(
                        Target.B8,
                        of(entry.getValue(), Recovery::back),
                        entry.getKey() + " killed, " + stage.spec().version()))
                .reduce((one, other) -> one.value() >= other.value() ? one : other)
                .orElseThrow();
    }

    private static Samples of(List<Recovery> recoveries, ToDoubleFunction<Recovery> figure) {
        return new Samples(recoveries.stream().map(figure::applyAsDouble).toList());
    }

    private static List<Row> rows(String place, List<Recovery> all) {
        return List.of(
                new Row(place + "rate before", of(all, Recovery::before), "docs/s"),
                new Row(place + "until something new is done", of(all, Recovery::still), "s"),
                new Row(place + "until 90 % of the rate", of(all, Recovery::back), "s"),
                new Row(place + "read again", of(all, one -> one.repeated().read()), "docs"),
                new Row(place + "written again", of(all, one -> one.repeated().written()), "docs"),
                new Row(
                        place + "outcomes told again",
                        of(all, one -> one.repeated().outcomes()),
                        "docs"),
                new Row(place + "superseded", of(all, one -> one.repeated().superseded()), "docs"));
    }

    private static Map<String, Object> facts(Setting setting, Workload workload, BenchServers stage) {
        Map<String, Object> facts = setting.copyFacts(workload);
        facts.put("server", stage.spec().toString());
        facts.put("service", "control, reader and writer, a process each, " + String.join(" ", Worker.SERVICE));
        facts.put("members", "reader and writer have names (--instance), and are started again at once");
        facts.put("rounds", setting.repeats() + (setting.quick() ? " (quick: fewer documents)" : ""));
        facts.put(
                "rates",
                "documents that checkpoints cover (reader), documents into the target (writer), over 1 s, against the 5 s before");
        facts.put("compared", "each copy with its source, by ids, versions and bytes: no difference");
        return facts;
    }
}
