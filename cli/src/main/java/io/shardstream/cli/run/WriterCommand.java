package io.shardstream.cli.run;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.group.MemberSettings;
import io.shardstream.common.group.Pin;
import io.shardstream.common.runfile.RunFile;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// One writer as a process of its own.
@Command(
        name = "writer",
        header = "Writes a run's documents from Kafka into the target.",
        description = {
            "Shares the lanes of the docs topic with the other writers of the run. Waits until 'run' or 'control' has prepared the run,"
                    + " and ends when the run is complete.",
            "Any number of them may be started, stopped and killed at any time.",
            "Needs the credentials of the target only. With those of the source and of cutover.on-swap it can also lift a write"
                    + " block that a controller that died has left."
        },
        footer = "  shardstream writer -f run.yaml --pin es-data-3")
public final class WriterCommand extends HelpingCommand {
    @Option(
            names = "--pin",
            paramLabel = "<node>",
            defaultValue = "",
            description = "The target's data node whose primaries this writer is to write to, by its node.name, so that"
                    + " bulks have no second way inside of the cluster; <attribute>=<value> for the nodes that have this"
                    + " node.attr; auto for whichever has the fewest writers."
                    + " A preference: a node without writers is served by any.")
    private String pin = "";

    @Option(
            names = "--instance",
            paramLabel = "<name>",
            description = "A name that no other writer of the run has. Started again under it within session-timeout,"
                    + " the writer finds its lanes as it left them, and no other writer notices.")
    private @Nullable String instance;

    public WriterCommand(Stop stop, RunFile.Environment environment) {
        super(stop, environment);
    }

    @Override
    Side side() {
        return Side.TARGET;
    }

    @Override
    Optional<String> instance() {
        return Optional.ofNullable(instance);
    }

    @Override
    RunningPart start(RunFile run, RunPlan plan, Connections to) {
        return Parts.writer(run, plan, to, new MemberSettings(new Pin(pin), instance(), run.sessionTimeout()));
    }
}
