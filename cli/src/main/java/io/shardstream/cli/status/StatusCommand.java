package io.shardstream.cli.status;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.DurationOption;
import io.shardstream.cli.connect.OutputOption;
import io.shardstream.cli.connect.PlannedRun;
import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.OnlyAnswers;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.view.Json;
import io.shardstream.cli.view.Limits;
import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.Agreed;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.console.ControlProcess;
import io.shardstream.control.console.LatestReports;
import io.shardstream.control.console.view.NobodyAtWork;
import io.shardstream.control.console.view.Progress;
import io.shardstream.control.console.view.ProgressMeter;
import io.shardstream.control.state.Behind;
import io.shardstream.control.state.Controllers;
import io.shardstream.control.state.LostControl;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Says where a run stands, from anywhere, whether anything of it works or not: Kafka knows.
@Command(
        name = "status",
        header = "Shows where a run stands.",
        description = {
            "Works from anywhere with only the run file, also while no part of the run works.",
            "With --wait it first waits until the run is in a phase or past it, also for a run that nobody has prepared"
                    + " yet. A run that has to read again what it had read, since its docs topic, its target or a shard"
                    + " of its source was lost, is in catching-up again when all of it is written."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  shardstream status -f run.yaml -o json",
            "  shardstream status -f run.yaml --wait catching-up --timeout 12h"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCodes.DONE_HELP + "; with --wait: the phase is reached",
            " 1:The run was given up, or nothing can be said, or with --wait the run file does not belong to the run;"
                    + " one sentence on standard error says why",
            " 2:The run goes on, or a rollback of it is not finished; with --wait: the phase was not reached in time",
            ExitCodes.BLOCKED_HELP,
            ExitCodes.OVERTAKEN_HELP,
            ExitCodes.REJECTED_HELP,
            ExitCodes.NOBODY_HELP,
            ExitCodes.WRONG_USAGE_HELP,
            ExitCodes.STOPPED_WAITING_HELP
        })
public final class StatusCommand implements Callable<Integer>, OnlyAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(StatusCommand.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final Stop stop;
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(
            names = "--wait",
            paramLabel = "<phase>",
            converter = PhaseOption.class,
            completionCandidates = PhaseOption.class,
            description = "Waits until the run is in this phase or past it: ${COMPLETION-CANDIDATES}. Ends at once when"
                    + " the run is blocked.")
    private @Nullable Phase wanted;

    @Option(
            names = "--timeout",
            paramLabel = "<time>",
            converter = DurationOption.class,
            description = "How long --wait waits at most, such as 90s or 12h. Default: as long as it takes.")
    private @Nullable Duration timeout;

    public StatusCommand(Stop stop, RunFile.Environment environment) {
        this.stop = stop;
        this.environment = environment;
    }

    @Override
    public Integer call() throws Exception {
        Phase phase = wanted;
        if (phase == null && timeout != null) {
            throw new ParameterException(spec.commandLine(), "--timeout says how long --wait waits, which is missing");
        }
        RunFile run = runFile.readForKafka(environment);
        KafkaConnection kafka = Connections.kafkaOfCommand(run);
        if (phase == null) {
            return show(run, kafka);
        }
        int code = waitFor(new PhaseGoal(phase), run, kafka);
        if (code == ExitCodes.STOPPED) {
            return code;
        }
        return ended(phase, code, show(run, kafka));
    }

    /// Who waits for the end of a run may go on to delete the way back, which a rollback that is not finished
    /// needs.
    ///
    /// @param waited the exit code of the waiting
    /// @param shown that of what the run is like then
    static int ended(Phase wanted, int waited, int shown) {
        boolean isLacking = shown == ExitCodes.REJECTED || shown == ExitCodes.DIFFERENT;
        return waited == ExitCodes.DONE && (isLacking || wanted == Phase.COMPLETED) ? shown : waited;
    }

    /// Only at the first look is it an error that Kafka does not answer.
    private int waitFor(PhaseGoal goal, RunFile run, KafkaConnection kafka) {
        long begun = System.nanoTime();
        try (WholeCopy copy = new WholeCopy(kafka, new RunTopics(run.name()))) {
            OptionalInt reached = reached(goal, run, kafka, copy);
            while (reached.isEmpty() && !isOver(begun)) {
                if (stop.askedWithin(BETWEEN_LOOKS)) {
                    return ExitCodes.STOPPED;
                }
                try {
                    reached = reached(goal, run, kafka, copy);
                } catch (RunRefusedException | RetriableException e) {
                    LOG.warn("Still waiting: {}", e.getMessage());
                }
            }
            return reached.orElse(ExitCodes.INCOMPLETE);
        }
    }

    private boolean isOver(long begun) {
        Duration most = timeout;
        return most != null && System.nanoTime() - begun >= most.toNanos();
    }

    private static OptionalInt reached(PhaseGoal goal, RunFile run, KafkaConnection kafka, WholeCopy copy) {
        Optional<ControlRecords> records = PlannedRun.look(run, kafka);
        if (records.isEmpty()) {
            // It is not prepared yet, or never comes: then what is shown says so.
            return LostControl.of(kafka, new RunTopics(run.name())).isPresent()
                    ? OptionalInt.of(ExitCodes.FAILED)
                    : OptionalInt.empty();
        }
        return reached(
                goal,
                run,
                records.get(),
                () -> copy.isReached(records.get().plan().orElseThrow()));
    }

    /// Who waits with a run file of another run waits for what never comes, or came long ago.
    ///
    /// @param records what the control topic says
    static OptionalInt reached(PhaseGoal goal, RunFile run, ControlRecords records, BooleanSupplier isWhole) {
        if (PlannedRun.problem(run, records).isPresent()) {
            return OptionalInt.of(ExitCodes.FAILED);
        }
        Phase now = records.phase().map(RunPhase::phase).orElse(Phase.BACKFILL);
        return goal.reached(now, !records.blocked().isEmpty(), isWhole);
    }

    private int show(RunFile run, KafkaConnection kafka) {
        RunTopics topics = new RunTopics(run.name());
        Optional<ControlRecords> found = PlannedRun.look(run, kafka);
        if (found.isEmpty()) {
            print(List.of(), Map.of("run", run.name(), "phase", "unprepared"));
            spec.commandLine().getErr().println(PlannedRun.unprepared(run, kafka));
            return ExitCodes.FAILED;
        }
        ControlRecords records = found.get();
        RunPlan plan = records.plan().orElseThrow();
        Optional<String> problem = PlannedRun.problem(run, records);
        problem.ifPresent(spec.commandLine().getErr()::println);
        try (RunStateReader reader = RunStateReader.glance(kafka, topics, plan)) {
            RunState state = reader.read();
            Progress progress = new ProgressMeter(System::nanoTime, Duration.ofSeconds(1)).add(state);
            LatestReports told = records.end(run.name()).isEmpty()
                    ? LatestReports.of(kafka, topics.inGeneration(plan.generation()), Instant.now())
                    : new LatestReports(Optional.empty(), Optional.empty());
            Optional<Behind> behind =
                    records.of(Agreed.KEY, Agreed::decode).map(Agreed::follow).orElse(run.follow())
                                    && state.goalIsRead()
                            ? told.behind()
                            : Optional.empty();
            OptionalInt controllers = controllers(kafka, topics);
            RunStatus status = new RunStatus(
                    run.name(),
                    records,
                    state,
                    behind.map(progress::withLag).orElse(progress),
                    reader.readers(),
                    reader.writers(),
                    controllers,
                    reader.kept(),
                    new Limits(
                            ControlProcess.limitOf(run.docs().maxBacklog(), kafka),
                            run.throttle(),
                            InstantSource.system()),
                    NobodyAtWork.of(
                            records, OptionalInt.of(reader.readers() + reader.writers()), controllers, told.at()));
            print(status.table(), fields(status, problem));
            if (status.code() == ExitCodes.FAILED) {
                status.end().map(FullStop::of).ifPresent(spec.commandLine().getErr()::println);
            }
            return status.code();
        }
    }

    /// @param problem why the run file is not the run's, as a sentence; empty if it is
    static Map<String, Object> fields(RunStatus status, Optional<String> problem) {
        Map<String, Object> fields = status.fields();
        problem.ifPresent(sentence -> fields.put("run_file_differs", sentence));
        return fields;
    }

    /// Whoever may not ask for groups is told the rest.
    private static OptionalInt controllers(KafkaConnection kafka, RunTopics topics) {
        try {
            return OptionalInt.of(Controllers.atWork(kafka, topics));
        } catch (KafkaException e) {
            LOG.debug("Who controls the run is not known", e);
            return OptionalInt.empty();
        }
    }

    private void print(List<String> table, Map<String, Object> fields) {
        PrintWriter out = spec.commandLine().getOut();
        switch (output.format()) {
            case table -> table.forEach(out::println);
            case json -> out.println(Json.object(fields));
        }
        out.flush();
    }
}
