package io.shardstream.bench;

import io.shardstream.bench.documents.Shape;
import io.shardstream.bench.report.BenchReport;
import io.shardstream.bench.report.ReportFolder;
import io.shardstream.bench.report.ReportJson;
import io.shardstream.bench.report.ReportText;
import io.shardstream.bench.stage.Benchmark;
import io.shardstream.bench.stage.Setting;
import io.shardstream.bench.stage.Stages;
import io.shardstream.cli.connect.OutputOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.OnlyAnswers;
import io.shardstream.cli.exit.Stop;
import io.shardstream.localcluster.process.LocalServerException;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Runs benchmarks one after the other, and prints what they measured.
@Command(
        footerHeading = "%nExample:%n",
        footer = "  shardstream bench pipeline --quick --server elasticsearch:7.17.29",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:It was measured, whether the targets were reached or not",
            ExitCodes.FAILED_HELP,
            ExitCodes.WRONG_USAGE_HELP,
            "130, 143:Stopped by Ctrl-C or SIGTERM; nothing is left running"
        })
final class BenchmarkCommand implements Callable<Integer>, OnlyAnswers {
    private static final long NANOS = 1_000_000_000;

    @Option(
            names = "--quick",
            description = "Less data and two rounds: shows that it works, and about how fast. Says so in its output.")
    private boolean quick;

    @Option(
            names = "--docs",
            paramLabel = "<n>",
            description = "Documents to measure with; by default what each benchmark asks for.")
    private @Nullable Long documents;

    @Option(
            names = "--rounds",
            paramLabel = "<n>",
            description = "How often each contestant runs. Default: 5, quick 2; 1 of what has none beside it and takes"
                    + " minutes.")
    private @Nullable Integer rounds;

    @Option(
            names = "--shape",
            paramLabel = "<shape>",
            defaultValue = "articles",
            description = "Kind of documents: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Shape shape = Shape.articles;

    @Option(
            names = "--server",
            paramLabel = "<product:version>",
            description =
                    "Measures on this search server instead of the usual ones; may be given several times. Where source"
                            + " and target are in two clusters, the second one is the target's.")
    private List<String> servers = new ArrayList<>();

    @Option(
            names = "--seed",
            paramLabel = "<n>",
            defaultValue = "1",
            description = "Of everything that is generated. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--report",
            paramLabel = "<folder>",
            description = "Also writes each result there: as a table, as JSON and as a chart (SVG).")
    private @Nullable Path report;

    @Mixin
    private OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final List<Benchmark> benchmarks;
    private final Stop stop;

    BenchmarkCommand(List<Benchmark> benchmarks, Stop stop) {
        this.benchmarks = List.copyOf(benchmarks);
        this.stop = stop;
    }

    @Override
    public Integer call() throws IOException {
        Path folder = Files.createTempDirectory("shardstream-bench");
        List<String> failures = new CopyOnWriteArrayList<>();
        try {
            Setting setting = setting(folder);
            List<BenchReport> reports = new CopyOnWriteArrayList<>();
            CompletableFuture<Void> measured = CompletableFuture.runAsync(
                    () -> measure(setting, reports, failures), BenchmarkCommand::onDaemonThread);
            // When the process is told to stop, servers and workers end with it: there is nothing to wait for.
            CompletableFuture.anyOf(measured.exceptionally(_ -> null), stop.asked())
                    .join();
            // What was measured before one failed, or before the end, took its time as well.
            show(reports);
            if (stop.isAsked()) {
                return ExitCodes.STOPPED;
            }
            measured.join();
            if (!failures.isEmpty()) {
                throw new IllegalStateException(String.join("; ", failures) + " (logs are in " + folder + ")");
            }
            return ExitCodes.DONE;
        } finally {
            if (failures.isEmpty()) {
                TemporaryFolder.delete(folder);
            }
        }
    }

    private void measure(Setting setting, List<BenchReport> reports, List<String> failures) {
        try (Stages stages = new Stages(setting.heard())) {
            for (Benchmark benchmark : benchmarks) {
                long begun = System.nanoTime();
                try {
                    BenchReport measured = benchmark.run(setting, stages);
                    reports.add(measured);
                    if (report != null) {
                        ReportFolder.write(report, measured);
                    }
                } catch (Exception e) {
                    failures.add(benchmark.name() + ": " + e.getMessage());
                    setting.heard().accept(benchmark.name() + " failed: " + e.getMessage());
                    // Nobody knows what it has left behind.
                    stages.giveUp();
                }
                setting.heard()
                        .accept("%s took %d s.".formatted(benchmark.name(), (System.nanoTime() - begun) / NANOS));
            }
        }
    }

    private void show(List<BenchReport> reports) {
        PrintWriter out = spec.commandLine().getOut();
        switch (output.format()) {
            case table -> {
                reports.forEach(one -> out.println(ReportText.of(one)));
                if (reports.size() > 1) {
                    out.print(ReportText.targets(
                            reports.stream()
                                    .flatMap(one -> one.findings().stream())
                                    .toList(),
                            quick));
                }
            }
            case json -> reports.forEach(one -> out.println(ReportJson.of(one)));
        }
        out.flush();
    }

    private Setting setting(Path folder) {
        PrintWriter err = spec.commandLine().getErr();
        try {
            return new Setting(
                    quick,
                    documents == null ? OptionalLong.empty() : OptionalLong.of(atLeastOne("--docs", documents)),
                    rounds == null ? OptionalInt.empty() : OptionalInt.of((int) atLeastOne("--rounds", rounds)),
                    shape,
                    servers.stream().map(SearchServerVersion::parse).toList(),
                    seed,
                    folder,
                    Path.of(System.getProperty("user.home", "."), ".cache", "shardstream", "bench"),
                    line -> {
                        err.println(line);
                        err.flush();
                    });
        } catch (LocalServerException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private long atLeastOne(String option, long value) {
        if (value < 1) {
            throw new ParameterException(spec.commandLine(), option + " must be at least 1, got " + value);
        }
        return value;
    }

    private static void onDaemonThread(Runnable work) {
        Thread.ofPlatform().name("bench").daemon().start(work);
    }
}
