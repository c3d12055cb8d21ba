package io.shardstream.bench;

import io.shardstream.bench.live.CatchUpBenchmark;
import io.shardstream.bench.live.CutoverBenchmark;
import io.shardstream.bench.live.RecoverBenchmark;
import io.shardstream.bench.live.VerifyBenchmark;
import io.shardstream.bench.pipeline.ExtractBenchmark;
import io.shardstream.bench.pipeline.GrowthBenchmark;
import io.shardstream.bench.pipeline.NodesBenchmark;
import io.shardstream.bench.pipeline.PipelineBenchmark;
import io.shardstream.bench.pipeline.ReadBenchmark;
import io.shardstream.bench.pipeline.ScaleBenchmark;
import io.shardstream.bench.pipeline.WriteBenchmark;
import io.shardstream.bench.stage.Benchmark;
import io.shardstream.bench.sweep.BulkSizeBenchmark;
import io.shardstream.bench.sweep.ConcurrencyBenchmark;
import io.shardstream.bench.sweep.LoadBenchmark;
import io.shardstream.bench.sweep.LocalityBenchmark;
import io.shardstream.bench.sweep.SlicesBenchmark;
import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.runfile.RunFile;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `shardstream bench`, which does nothing without one of its benchmarks.
@Command(
        name = "shardstream bench",
        header = "Measures Shardstream beside its peers, on servers of its own.",
        description =
                "Starts Kafka and search servers on this machine, fills them with documents that are the same every"
                        + " time, and lets all contestants do the same work in turn. Nothing else should work on the"
                        + " machine meanwhile.",
        synopsisSubcommandLabel = "BENCHMARK",
        commandListHeading = "%nBenchmarks:%n",
        footer = {"", "'shardstream bench BENCHMARK --help' shows its options."})
public final class BenchCommand implements Runnable {
    /// Those that hold something against a target.
    private static final List<Benchmark> TARGETS = List.of(
            new PipelineBenchmark(),
            new ReadBenchmark(),
            new WriteBenchmark(),
            new ExtractBenchmark(),
            new CatchUpBenchmark(),
            new RecoverBenchmark(),
            new VerifyBenchmark(),
            CutoverBenchmark.onOneNode(),
            new GrowthBenchmark(),
            new NodesBenchmark(),
            new ScaleBenchmark());
    private static final List<Benchmark> SWEEPS = List.of(
            new LoadBenchmark(),
            new BulkSizeBenchmark(),
            new ConcurrencyBenchmark(),
            new SlicesBenchmark(),
            new LocalityBenchmark());

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private BenchCommand() {}

    /// The command line, put together.
    ///
    /// @param stop asked when the process is told to stop
    public static CommandLine commandLine(Stop stop, RunFile.Environment environment) {
        CommandLine bench = new CommandLine(new BenchCommand());
        Stream.of(TARGETS, CutoverBenchmark.elsewhere(), SWEEPS)
                .flatMap(List::stream)
                .forEach(one -> bench.addSubcommand(one.name(), command(one.what(), List.of(one), stop)));
        bench.addSubcommand("all", command("All that have targets (B1 to B12), one after the other.", TARGETS, stop));
        return Shardstream.withManners(bench, environment);
    }

    private static CommandLine command(String what, List<Benchmark> benchmarks, Stop stop) {
        CommandLine command = new CommandLine(new BenchmarkCommand(benchmarks, stop));
        command.getCommandSpec().usageMessage().header(what);
        return command;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to measure, such as: shardstream bench pipeline");
    }
}
