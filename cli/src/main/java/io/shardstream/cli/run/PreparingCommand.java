package io.shardstream.cli.run;

import io.shardstream.cli.connect.HttpOption;
import io.shardstream.cli.connect.LogOption;
import io.shardstream.cli.connect.OutputOption;
import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.LoggedLines;
import io.shardstream.cli.exit.ProcessLog;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.steer.Confirmation;
import io.shardstream.cli.view.Ending;
import io.shardstream.cli.view.ProgressPrinter;
import io.shardstream.cli.view.Terminal;
import io.shardstream.common.http.Listening;
import io.shardstream.common.kafka.ThisProcess;
import io.shardstream.common.runfile.RunFile;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// A command that prepares a run and follows it: [RunCommand] and [ControlCommand] differ in the parts
/// that work in their process.
@Command(
        footerHeading = "%nExample:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCodes.DONE_HELP,
            ExitCodes.FAILED_HELP,
            ExitCodes.BLOCKED_HELP,
            ExitCodes.OVERTAKEN_HELP,
            ExitCodes.REJECTED_OR_UNKNOWN_HELP,
            ExitCodes.WRONG_USAGE_HELP,
            ExitCodes.STOPPED_HELP
        })
abstract sealed class PreparingCommand implements Callable<Integer> permits ControlCommand, RunCommand {
    private static final Logger LOG = LoggerFactory.getLogger(PreparingCommand.class);

    private final List<PartStarter> parts;
    private final Stop stop;
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Mixin
    private HttpOption http = new HttpOption();

    @Mixin
    private LogOption log = new LogOption();

    @Option(
            names = "--max-rejects",
            paramLabel = "<documents>",
            description = "Stops the run when more documents than that are rejected, as rejects.max in the run file"
                    + " does, while this process controls it. The default is 1 %% of the"
                    + " documents, but at least 10 and at most 1,000.")
    private @Nullable Integer maxRejects;

    @Mixin
    private Confirmation confirmation = new Confirmation();

    @Option(
            names = "--adopt-target",
            description = "Starts a new run with a target that another run has filled, if that run's Kafka is gone"
                    + " for good. Compares source and target, copies what is missing or older, and deletes what the"
                    + " source no longer has. The old run can never go on with that target, so this asks first: stop"
                    + " all processes of it before.")
    private boolean adoptTarget;

    PreparingCommand(List<PartStarter> parts, Stop stop, RunFile.Environment environment) {
        this.parts = parts;
        this.stop = stop;
        this.environment = environment;
    }

    @Override
    public final Integer call() throws Exception {
        Optional<Listening> listening = http.listening(environment);
        ProcessLog lines = ProcessLog.here();
        lines.begins(log.format(environment), spec.name(), ThisProcess.name());
        RunFile file = withLimit(runFile.read(environment));
        lines.isOf(file.name());
        if (adoptTarget) {
            confirmation.requirePossible(spec.commandLine(), adopting(file));
        }
        PrintWriter out = spec.commandLine().getOut();
        ProgressPrinter progress = lines.isJson()
                ? new ProgressPrinter(
                        new PrintWriter(new LoggedLines(line -> LOG.info("{}", line))), false, System::nanoTime)
                : new ProgressPrinter(spec.commandLine().getErr(), Terminal.isThere(), System::nanoTime);
        return new PreparedRun(spec.name(), parts, listening, stop, consent(file), staying(stop, environment))
                .work(file, progress, new Ending(out, output.format()));
    }

    /// Asked for where the run is not planned yet.
    private Optional<Runnable> consent(RunFile file) {
        return adoptTarget
                ? Optional.of(() -> confirmation.require(spec.commandLine(), adopting(file), stop))
                : Optional.empty();
    }

    private static String adopting(RunFile file) {
        return "it takes index '" + file.target().index() + "' from the run that has filled it, and that run can"
                + " never go on with it: make sure that its Kafka is gone for good, and stop all of its processes";
    }

    /// Whether the process stays when the run is complete.
    abstract StayPolicy staying(Stop toStop, RunFile.Environment variables);

    private RunFile withLimit(RunFile file) {
        Integer most = maxRejects;
        if (most != null && most < 0) {
            throw new ParameterException(spec.commandLine(), "--max-rejects must be 0 or more, got " + most);
        }
        return most == null ? file : file.withMaxRejects(most);
    }
}
