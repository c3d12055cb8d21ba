package io.shardstream.cli.run;

import io.shardstream.cli.connect.StayOption;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.runfile.RunFile;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// The same as [RunCommand], with reader and writer in other processes.
@Command(
        name = "control",
        header = "Prepares and follows a run whose readers and writers are other processes.",
        description = {
            "Creates the run's topics and the target index if they are not there, shows the progress, and ends when"
                    + " the target holds all that was in the source at the start, or with follow: true when it is cut over.",
            "Start at least one 'reader' and one 'writer' with the same run file, before or after it, anywhere."
        },
        footer = "  shardstream control -f run.yaml")
public final class ControlCommand extends PreparingCommand {
    @Mixin
    private StayOption stay = new StayOption();

    public ControlCommand(Stop stop, RunFile.Environment environment) {
        super(List.of(), stop, environment);
    }

    @Override
    StayPolicy staying(Stop toStop, RunFile.Environment variables) {
        return new StayPolicy(stay.isWanted(variables), toStop);
    }
}
