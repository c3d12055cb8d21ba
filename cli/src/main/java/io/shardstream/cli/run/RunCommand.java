package io.shardstream.cli.run;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.option.OutputOption;
import io.shardstream.cli.option.RunFileOption;
import io.shardstream.cli.part.Part;
import io.shardstream.cli.part.Parts;
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

/// Everything that one machine needs: control, one reader and one writer in this process.
@Command(
        name = "run",
        header = "Copies the source index into the target index.",
        description = {
            "Creates the run's topics and the target index if they are not there, reads, writes, shows the progress,"
                    + " and ends when the target holds all that was in the source at the start.",
            "Killed at any moment and started again with the same command, it goes on where it was. Any number of"
                    + " 'reader' and 'writer' processes may help."
        },
        footerHeading = "%nExample:%n",
        footer = "  shardstream run -f run.yaml",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCodes.DONE_HELP,
            ExitCodes.FAILED_HELP,
            ExitCodes.BLOCKED_HELP,
            ExitCodes.WRONG_USAGE_HELP,
            ExitCodes.STOPPED_HELP
        })
public final class RunCommand implements Callable<Integer> {
    private final Stop stop;
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Mixin
    private OutputOption output = new OutputOption();

    public RunCommand(Stop stop, RunFile.Environment environment) {
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
            BlockedNote note = new BlockedNote(to.kafka(), settings.topics(), "run");
            note.takeAway(ControlRecords.read(to.kafka(), settings.topics()));
            ProgressPrinter printer =
                    new ProgressPrinter(spec.commandLine().getErr(), Terminal.isThere(), System::nanoTime);
            try (Part writer = Parts.writer(file, run.plan(), to);
                    Part reader = Parts.reader(file, run.plan(), to)) {
                boolean complete =
                        PreparedRun.follow(settings.topics(), run, to, List.of(reader, writer), printer, stop);
                return complete ? ending.complete(printer) : ExitCodes.STOPPED;
            } catch (BlockedException e) {
                note.leave(e);
                throw e;
            }
        }
    }
}
