package io.shardstream.cli.plan;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.DurationOption;
import io.shardstream.cli.connect.OutputOption;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.OnlyAnswers;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.view.Json;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.preflight.Report;
import io.shardstream.control.preflight.SampleWish;
import io.shardstream.control.preflight.Survey;
import io.shardstream.control.preflight.SurveySettings;
import io.shardstream.control.preflight.server.KafkaSurvey;
import io.shardstream.control.run.clean.RunsOfKafka;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Finds out before a run whether it can be done, how long it will take, and what it will need.
@Command(
        name = "plan",
        header = "Says whether a run can be done, how long it will take, and what it will need.",
        description = {
            "A dry run: changes nothing on source, target and Kafka. Reads a sample of the source to time it.",
            "With --try-writing the sample is also written, to an index of its own that is deleted afterwards: that"
                    + " finds documents that the target would refuse, and tells how long the whole run will take."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  shardstream plan -f run.yaml",
            "  shardstream plan -f run.yaml --try-writing --write-run-file planned.yaml",
            "  shardstream plan --source http://localhost:9200/cities --target http://localhost:9200/cities-v2"
                    + " --kafka localhost:9092 --write-run-file run.yaml"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:The run can be done, as far as is known",
            " 1:The source cannot be asked, or the run file not written; one sentence on standard error says why",
            " 3:Something blocks the run; the findings say what to do",
            ExitCodes.WRONG_USAGE_HELP,
            "130, 143:Stopped by Ctrl-C or SIGTERM"
        })
public final class PlanCommand implements Callable<Integer>, OnlyAnswers {
    private static final int RANDOM_LETTERS = 12;

    private final Stop stop;
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunOrAddresses place = new RunOrAddresses();

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(
            names = "--sample",
            paramLabel = "<time>",
            converter = DurationOption.class,
            description =
                    "How long the sample is taken at most; it ends earlier when the rate has settled. 0s takes none."
                            + " Default: 30s.")
    private Duration sample = Duration.ofSeconds(30);

    @Option(
            names = "--try-writing",
            description = "Writes the sample to a throw-away index of the target's cluster, named"
                    + " <target>-shardstream-plan-<random>, which is deleted afterwards.")
    private boolean tryWriting;

    @Option(
            names = "--write-run-file",
            paramLabel = "<file>",
            description = "Writes a run file with every default, and the findings as comments, unless something blocks"
                    + " the run. Nothing is overwritten without --force.")
    private @Nullable Path draft;

    @Option(
            names = "--force",
            description = "With --write-run-file: writes it also where something blocks the run, and over a file that"
                    + " is there.")
    private boolean forced;

    public PlanCommand(Stop stop, RunFile.Environment environment) {
        this.stop = stop;
        this.environment = environment;
    }

    @Override
    public boolean onlyAnswers() {
        return draft == null;
    }

    @Override
    public Integer call() throws Exception {
        if (draft != null) {
            requireRoomFor(draft);
        } else if (forced) {
            throw new ParameterException(spec.commandLine(), "--force goes with --write-run-file");
        }
        RunFile run = place.read(spec.commandLine(), environment);
        Report report = survey(run).with(RunFileExposure.of(place.file(), run));
        PrintWriter out = spec.commandLine().getOut();
        switch (output.format()) {
            case table -> PlanText.of(run.name(), report).forEach(out::println);
            case json -> out.println(Json.object(PlanFields.of(run.name(), report)));
        }
        out.flush();
        Optional<String> unwritten = draft == null ? Optional.empty() : write(draft, run, report);
        unwritten.ifPresent(spec.commandLine().getErr()::println);
        if (stop.isAsked()) {
            return ExitCodes.STOPPED;
        }
        if (!report.canBeDone()) {
            return ExitCodes.BLOCKED;
        }
        return unwritten.isEmpty() ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    /// @return the sentence that says that it was not written, and why; empty if it was
    private Optional<String> write(Path file, RunFile run, Report report) {
        if (!report.canBeDone() && !forced) {
            return Optional.of("The run file " + file + " was not written, as something blocks the run: mend that, or"
                    + " say --force to have the file all the same.");
        }
        return new DraftFile(file, forced).write(RunFileDraft.of(run, report, place.folder()));
    }

    private Report survey(RunFile run) throws ElasticException {
        String random = UUID.randomUUID().toString().replace("-", "").substring(0, RANDOM_LETTERS);
        try (Connections to = Connections.of(run)) {
            SurveySettings settings = RunFileMapping.survey(run);
            KafkaSurvey kafka = KafkaSurvey.ofWish(to.kafka(), settings.run());
            return new Survey(
                            settings,
                            to.source(),
                            to.target(),
                            kafka::facts,
                            new RunsOfKafka(to.kafka(), InstantSource.system()))
                    .take(new SampleWish(sample, tryWriting, random), System::nanoTime, stop::isAsked);
        }
    }

    /// Told before the sample is taken, not after it.
    private void requireRoomFor(Path file) {
        if (Files.exists(file) && !forced) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--write-run-file: " + file + " is there already, and is not overwritten without --force");
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new ParameterException(
                    spec.commandLine(), "--write-run-file: there is no folder for " + file + ": make it first");
        }
    }
}
