package io.shardstream.cli.verify;

import io.shardstream.cli.connect.OutputOption;
import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.OnlyAnswers;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.view.Json;
import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.sweep.SweepOptions;
import io.shardstream.control.compare.sweep.SweepReport;
import io.shardstream.control.compare.version.ComparisonRounds;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Deletes in the target what was deleted in the source.
@Command(
        name = "sweep",
        header = "Deletes in the target what was deleted in the source.",
        description = {
            "Compares the version words of both, asks the source again for what only the target has, and publishes the"
                    + " deletes through the run's lanes: its writers carry them out. What is created again meanwhile"
                    + " wins.",
            "Readers and writers of the run must be at work, also with --dry-run. Of a run that has ended, --dry-run lists"
                    + " what the source has deleted of what was read."
        },
        footerHeading = "%nExample:%n",
        footer = "  shardstream sweep -f run.yaml --dry-run",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:The deletes are in Kafka, if there are any",
            ExitCodes.FAILED_HELP,
            ExitCodes.BLOCKED_HELP,
            ExitCodes.WRONG_USAGE_HELP,
            ExitCodes.STOPPED_ANEW_HELP
        })
public final class SweepCommand implements Callable<Integer>, OnlyAnswers {

    private final Stop stop;
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(names = "--dry-run", description = "Says which documents would be deleted, and deletes none.")
    private boolean dryRun;

    /// @param stop ends its waiting
    public SweepCommand(Stop stop, RunFile.Environment environment) {
        this.stop = stop;
        this.environment = environment;
    }

    @Override
    public boolean onlyAnswers() {
        return dryRun;
    }

    @Override
    public Integer call() throws Exception {
        RunFile file = runFile.read(environment);
        PrintWriter out = spec.commandLine().getOut();
        try (OpenRun run = OpenRun.of(file)) {
            if (run.compared().versions() == VersionMode.CREATE) {
                throw new RunRefusedException("Run " + file.name() + " only ever adds documents (version.mode: create):"
                        + " there are no deletes that could be carried over.");
            }
            if (run.hasEnded() && !dryRun) {
                throw new RunRefusedException("Run " + file.name() + " has ended: nobody would carry its deletes out."
                        + " 'sweep --dry-run' and 'verify' say what differs.");
            }
            run.requireWritten();
            run.absence().ifPresent(spec.commandLine().getErr()::println);
            Sweep sweep =
                    new Sweep(run.compared(), InstantSource.system(), run.waiting(stop), ComparisonRounds.MOST_BYTES);
            SweepOptions options = new SweepOptions(true, dryRun, !run.hasEnded(), OpenRun.PATIENCE);
            SweepReport report = sweep.run(options, name -> {
                if (dryRun) {
                    out.println(DocumentLine.of(name.key(), output.format()));
                }
            });
            switch (output.format()) {
                case table -> printTable(out, report);
                case json -> out.println(Json.line(fields(file, report)));
            }
            out.flush();
            return ExitCodes.DONE;
        }
    }

    private void printTable(PrintWriter out, SweepReport report) {
        out.printf(
                "%s version words compared, %s documents %s%s, in %.1f s%n",
                NumberText.count(report.compared()),
                NumberText.count(report.deleted()),
                dryRun ? "would be deleted" : "deleted",
                report.foreign() == 0
                        ? ""
                        : ", " + NumberText.count(report.foreign()) + " with foreign versions left alone",
                Duration.between(report.started(), report.ended()).toMillis() / 1000.0);
    }

    private Map<String, Object> fields(RunFile file, SweepReport report) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("run", file.name());
        fields.put("dry_run", dryRun);
        fields.put("compared", report.compared());
        fields.put("candidates", report.candidates());
        fields.put("deleted", report.deleted());
        fields.put("foreign", report.foreign());
        fields.put("checkpoints", new TreeMap<>(report.checkpoints()).values());
        fields.put("took_ms", Duration.between(report.started(), report.ended()).toMillis());
        return fields;
    }
}
