package io.shardstream.cli.run;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.option.RunFileOption;
import io.shardstream.cli.part.Parts;
import io.shardstream.common.runfile.RunFile;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// One writer as a process of its own.
@Command(
        name = "writer",
        header = "Writes a run's documents from Kafka into the target.",
        description = {
            "Shares the lanes of the docs topic with the other writers of the run. Waits until 'run' or 'control' has prepared the run,"
                    + " and ends when the run is complete.",
            "Any number of them may be started, stopped and killed at any time."
        },
        footerHeading = "%nExample:%n",
        footer = "  shardstream writer -f run.yaml",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCodes.DONE_HELP,
            ExitCodes.FAILED_HELP,
            ExitCodes.BLOCKED_HELP,
            ExitCodes.WRONG_USAGE_HELP,
            ExitCodes.STOPPED_HELP
        })
public final class WriterCommand implements Callable<Integer> {
    private final Stop stop;
    private final RunFile.Environment environment;

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    public WriterCommand(Stop stop, RunFile.Environment environment) {
        this.stop = stop;
        this.environment = environment;
    }

    @Override
    public Integer call() throws Exception {
        return new HelpingPart("writer", stop).work(runFile.read(environment), Parts::writer);
    }
}
