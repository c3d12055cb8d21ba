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

/// One reader as a process of its own.
@Command(
        name = "reader",
        header = "Reads the source of a run into Kafka.",
        description = {
            "Shares the source shards with the other readers of the run. Waits until 'run' or 'control' has prepared the run,"
                    + " and ends when the run is complete.",
            "Any number of them may be started, stopped and killed at any time.",
            "Needs the credentials of the source only. With those of the target and of cutover.on-swap it can also lift a write"
                    + " block that a controller that died has left."
        },
        footer = "  shardstream reader -f run.yaml --pin es-data-3")
public final class ReaderCommand extends HelpingCommand {
    @Option(
            names = "--pin",
            paramLabel = "<node>",
            defaultValue = "",
            description = "The source's data node whose primaries this reader is to read, by its node.name, where it"
                    + " runs on the same machine; <attribute>=<value> for the nodes that have this node.attr;"
                    + " auto for whichever has the fewest readers."
                    + " A preference: a node without readers is read by any.")
    private String pin = "";

    @Option(
            names = "--instance",
            paramLabel = "<name>",
            description = "A name that no other reader of the run has. Started again under it within session-timeout,"
                    + " the reader finds its shards as it left them, and no other reader notices.")
    private @Nullable String instance;

    public ReaderCommand(Stop stop, RunFile.Environment environment) {
        super(stop, environment);
    }

    @Override
    Side side() {
        return Side.SOURCE;
    }

    @Override
    Optional<String> instance() {
        return Optional.ofNullable(instance);
    }

    @Override
    RunningPart start(RunFile run, RunPlan plan, Connections to) {
        return Parts.reader(run, plan, to, new MemberSettings(new Pin(pin), instance(), run.sessionTimeout()));
    }
}
