package io.shardstream.cli.run;

import io.shardstream.cli.exit.Stop;
import io.shardstream.common.runfile.RunFile;
import java.util.List;
import picocli.CommandLine.Command;

/// Everything that one machine needs: control, one reader and one writer in this process.
@Command(
        name = "run",
        header = "Copies the source index into the target index.",
        description = {
            "Creates the run's topics and the target index if they are not there, reads, writes, shows the progress,"
                    + " and ends when the target holds all that was in the source at the start, or with follow: true when it is cut over.",
            "Killed at any moment and started again with the same command, it goes on where it was. Any number of"
                    + " 'reader' and 'writer' processes may help."
        },
        footer = "  shardstream run -f run.yaml")
public final class RunCommand extends PreparingCommand {
    public RunCommand(Stop stop, RunFile.Environment environment) {
        super(List.of(Parts::writer, Parts::reader), stop, environment);
    }

    /// Whoever copies with one command waits for its end.
    @Override
    StayPolicy staying(Stop toStop, RunFile.Environment variables) {
        return StayPolicy.no(toStop);
    }
}
