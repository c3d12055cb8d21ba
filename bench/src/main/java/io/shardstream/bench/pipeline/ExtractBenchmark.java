package io.shardstream.bench.pipeline;

import io.shardstream.bench.documents.Shape;
import io.shardstream.bench.report.BenchReport;
import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Samples;
import io.shardstream.bench.report.Target;
import io.shardstream.bench.report.TargetResult;
import io.shardstream.bench.stage.Benchmark;
import io.shardstream.bench.stage.Setting;
import io.shardstream.bench.stage.Stages;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/// Finding and copying documents out of search responses, beside a token walk.
public final class ExtractBenchmark implements Benchmark {
    private static final int JVMS = 3;

    @Override
    public String name() {
        return "extract";
    }

    @Override
    public String what() {
        return "Finding and copying raw _source out of a search response beside a token walk of jackson-core (B6).";
    }

    @Override
    public BenchReport run(Setting setting, Stages stages) throws RunnerException {
        setting.heard().accept("Running JMH: a line for each of its forks would hide the result.");
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(PageExtraction.class.getName().replace(".", "\\."))
                .verbosity(VerboseMode.SILENT)
                .jvmArgs("-Xmx1g", "-XX:+UseG1GC")
                .threads(1)
                .warmupIterations(setting.quick() ? 2 : 5)
                .measurementIterations(setting.quick() ? 2 : 5)
                .warmupTime(TimeValue.seconds(1))
                .measurementTime(TimeValue.seconds(1))
                .forks(setting.quick() ? 1 : JVMS);
        if (setting.quick()) {
            options.param("shape", Shape.articles.name(), Shape.rows.name(), Shape.nested.name());
        }
        Map<Shape, Samples> scans = new EnumMap<>(Shape.class);
        Map<Shape, Samples> walks = new EnumMap<>(Shape.class);
        List<Row> rows = new ArrayList<>();
        for (RunResult result : new Runner(options.build()).run()) {
            Shape shape = Shape.valueOf(result.getParams().getParam("shape"));
            boolean isScan = result.getParams().getBenchmark().endsWith(".scan");
            Samples rates = rates(result, PageExtraction.response(shape).length());
            (isScan ? scans : walks).put(shape, rates);
            rows.add(new Row(
                    shape + (isScan ? ": shardstream" : ": token walk of jackson-core"), rates, "GB/s", !isScan));
        }
        List<TargetResult> findings = new ArrayList<>();
        scans.forEach((shape, scan) -> {
            findings.add(TargetResult.of(Target.B6, scan, shape.toString()));
            Samples walk = Objects.requireNonNull(walks.get(shape), "no token walk of " + shape);
            findings.add(new TargetResult(Target.B6_TOKENS, scan.median() / walk.median(), shape + ", of the medians"));
        });
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("response", "8 MB, documents of each kind; one thread");
        facts.put("JMH", (setting.quick() ? 1 : JVMS) + " JVMs for each, JDK " + Runtime.version());
        facts.put("not tuned to", Shape.nested + ": " + Shape.nested.what());
        return new BenchReport(name(), facts, rows, findings);
    }

    /// Each iteration is a sample: bytes divided by the nanoseconds that a response took.
    private static Samples rates(RunResult result, int bytes) {
        return new Samples(result.getBenchmarkResults().stream()
                .flatMap(one -> one.getIterationResults().stream())
                .map(iteration -> bytes / iteration.getPrimaryResult().getScore())
                .toList());
    }
}
