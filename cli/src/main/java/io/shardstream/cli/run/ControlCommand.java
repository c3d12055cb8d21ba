package io.shardstream.cli.run;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.option.OutputOption;
import io.shardstream.cli.option.RunFileOption;
import io.shardstream.cli.view.Ending;
import io.shardstream.cli.view.ProgressPrinter;
import io.shardstream.cli.view.Terminal;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.plan.Prepared;
import io.shardstream.control.plan.RunPreparation;
import io.shardstream.control.plan.RunSettings;
import io.shardstream.control.state.ControlRecords;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The same as [RunCommand], with reader and writer in other processes.
@Command(
        name = "control",
        header = "Prepares and follows a run whose readers and writers are other processes.",
        description = {
            "Creates the run's topics and the target index if they are not there, shows the progress, and ends when"
                    + " the target holds all that was in the source at the start.",
            "Start at least one 'reader' and one 'writer' with the same run file, before or after it, anywhere."
        },
        footerHeading = "%nExample:%n",
        footer = "  shardstream control -f run.yaml",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCodes.DONE_HELP,
            ExitCodes.FAILED_HELP,
            ExitCodes.BLOCKED_HELP,
            ExitCodes.WRONG_USAGE_HELP,
            ExitCodes.STOPPED_HELP
        })
public final class ControlCommand implements Callable<Integer> {
    private final Stop stop;
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Mixin
    private OutputOption output = new OutputOption();

    public ControlCommand(Stop stop, RunFile.Environment environment) {
        this.stop = stop;
        this.environment = environment;
    }

    @Override
    public Integer call() throws Exception {
        RunFile file = runFile.read(environment);
        RunSettings settings = RunFileMapping.settings(file);
        Ending ending = new Ending(spec.commandLine().getOut(), output.format());
        try (Connections to = Connections.of(file)) {
            Prepared run = new RunPreparation(settings, to.source(), to.target(), to.kafka()).prepare();
            if (run.completed()) {
                return ending.alreadyComplete(run.plan());
            }
            BlockedNote note = new BlockedNote(to.kafka(), settings.topics(), "control");
            note.takeAway(ControlRecords.read(to.kafka(), settings.topics()));
            ProgressPrinter printer =
                    new ProgressPrinter(spec.commandLine().getErr(), Terminal.isThere(), System::nanoTime);
            try {
                boolean complete = PreparedRun.follow(settings.topics(), run, to, List.of(), printer, stop);
                return complete ? ending.complete(printer) : ExitCodes.STOPPED;
            } catch (BlockedException e) {
                note.leave(e);
                throw e;
            }
        }
    }
}
