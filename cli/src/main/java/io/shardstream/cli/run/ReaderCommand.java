package io.shardstream.cli.run;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.option.RunFileOption;
import io.shardstream.cli.part.Parts;
import io.shardstream.common.runfile.RunFile;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// One reader as a process of its own.
@Command(
        name = "reader",
        header = "Reads the source of a run into Kafka.",
        description = {
            "Shares the source shards with the other readers of the run. Waits until 'run' or 'control' has prepared the run,"
                    + " and ends when the run is complete.",
            "Any number of them may be started, stopped and killed at any time."
        },
        footerHeading = "%nExample:%n",
        footer = "  shardstream reader -f run.yaml",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCodes.DONE_HELP,
            ExitCodes.FAILED_HELP,
            ExitCodes.BLOCKED_HELP,
            ExitCodes.WRONG_USAGE_HELP,
            ExitCodes.STOPPED_HELP
        })
public final class ReaderCommand implements Callable<Integer> {
    private final Stop stop;
    private final RunFile.Environment environment;

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    public ReaderCommand(Stop stop, RunFile.Environment environment) {
        this.stop = stop;
        this.environment = environment;
    }

    @Override
    public Integer call() throws Exception {
        return new HelpingPart("reader", stop).work(runFile.read(environment), Parts::reader);
    }
}
