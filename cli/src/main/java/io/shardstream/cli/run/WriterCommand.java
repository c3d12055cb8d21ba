package io.shardstream.cli.run;

import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.part.Parts;
import io.shardstream.common.runfile.RunFile;
import picocli.CommandLine.Command;

/// One writer as a process of its own.
@Command(
        name = "writer",
        header = "Writes a run's documents from Kafka into the target.",
        description = {
            "Shares the lanes of the docs topic with the other writers of the run. Waits until 'run' or 'control' has prepared the run,"
                    + " and ends when the run is complete.",
            "Any number of them may be started, stopped and killed at any time."
        },
        footer = "  shardstream writer -f run.yaml")
public final class WriterCommand extends HelpingCommand {
    public WriterCommand(Stop stop, RunFile.Environment environment) {
        super(Parts::writer, stop, environment);
    }
}
