package io.shardstream.bench.pipeline;

import io.shardstream.bench.report.BenchReport;
import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Samples;
import io.shardstream.bench.report.Target;
import io.shardstream.bench.report.TargetResult;
import io.shardstream.bench.stage.Benchmark;
import io.shardstream.bench.stage.Setting;
import io.shardstream.bench.stage.Stages;
import io.shardstream.common.group.Pin;
import io.shardstream.simulation.scaling.Scaling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Many writers over modelled data nodes, in simulated time: no machine's speed is in these figures.
public final class ScaleBenchmark implements Benchmark {
    private static final int LANES = 1024;
    private static final int NODES = 16;
    private static final int MOST_WRITERS = 64;

    @Override
    public String name() {
        return "scale";
    }

    @Override
    public String what() {
        return "Up to 64 real writers over 1,024 lanes and modelled data nodes, and a node that goes away (B12).";
    }

    @Override
    public BenchReport run(Setting setting, Stages stages) {
        List<Row> rows = new ArrayList<>();
        double linear = 1;
        int factor = setting.quick() ? 8 : 2;
        for (int writers = setting.quick() ? MOST_WRITERS / factor : 1; writers <= MOST_WRITERS; writers *= factor) {
            Scaling scaling = new Scaling(LANES, NODES, setting.seed());
            setting.heard().accept("Playing " + writers + " writers.");
            Scaling.Throughput reached = scaling.throughput(writers, Pin.AUTO);
            rows.add(Row.once(writers + " writers", reached.megabytesPerSecond(), "MB/s"));
            rows.add(Row.once(writers + " writers, bulks under way to a node", reached.meanUnderWay(), ""));
            rows.add(Row.once(writers + " writers, a step of a loop", reached.stepMicros(), "µs"));
            rows.add(Row.once(writers + " writers, their loops for a MB", reached.megabyteMicros(), "µs"));
            rows.add(Row.once(writers + " writers, refusals", reached.refusedPerSecond(), "1/s"));
            linear = Math.min(linear, reached.megabytesPerSecond() / scaling.capacity(writers));
        }
        List<Double> settling = new ArrayList<>();
        for (int round = 0; round < setting.rounds(); round++) {
            setting.heard().accept("Taking a node away.");
            settling.add(new Scaling(LANES, NODES, setting.seed() + round)
                            .settlingAfterANodeIsGone(MOST_WRITERS)
                            .toMillis()
                    / 1e3);
        }
        rows.add(new Row("a node is gone: lanes at their primaries' writers", new Samples(settling), "s"));
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("lanes", LANES);
        facts.put("data nodes", NODES + " of 4 threads that index 10 MB/s each");
        facts.put("writers", "the real ones, pinned; each sends 20 MB/s at most");
        facts.put("time", "simulated");
        String where = MOST_WRITERS + " writers, " + LANES + " lanes, simulated nodes";
        return new BenchReport(
                name(),
                facts,
                rows,
                List.of(
                        new TargetResult(
                                Target.B12_LINEAR,
                                linear,
                                where + "; the worst step, of what writers and nodes can do"),
                        TargetResult.of(Target.B12, new Samples(settling), where)));
    }
}
