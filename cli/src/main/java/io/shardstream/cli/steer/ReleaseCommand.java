package io.shardstream.cli.steer;

import io.shardstream.cli.exit.Stop;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.runfile.RunFile;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Gives up the way back after a cut-over.
@Command(
        name = "release",
        header = "Gives up the way back after a cut-over.",
        description = {
            "'rollback' is not possible any more. The source stays blocked for writes.",
            "Asks the servers first, and says whether the source can be deleted. Refused if production's aliases are"
                    + " on the source or on no index, if the target is gone, closed or lacks a primary, if a shard of it"
                    + " has lost documents since the swap, or has begun a new history that --new-history does not accept, or if it"
                    + " has rejected documents that --accept-rejects does not accept. Exit code 4"
                    + " means: done, but something keeps clients from writing to the target. The last line says what to"
                    + " do."
        },
        footer = "  shardstream release -f run.yaml --yes")
public final class ReleaseCommand extends RequestingCommand {
    @Mixin
    private Confirmation confirmation = new Confirmation();

    @Option(
            names = "--accept-rejects",
            paramLabel = "<number>",
            defaultValue = "0",
            description = "Goes on although the target has rejected up to so many documents, which only the source, or"
                    + " its copy, holds for certain.")
    private long acceptRejects;

    @Option(
            names = "--new-history",
            description = "Goes on although a shard of the target has begun a new history since the swap, and may have"
                    + " lost what it had.")
    private boolean newHistory;

    public ReleaseCommand(Stop stop, RunFile.Environment environment) {
        super(Request.Kind.RELEASE, stop, environment);
    }

    @Override
    void requireConsent(RunFile file, Stop stop) {
        confirmation.require(
                commandLine(),
                "it gives up the way back of run " + file.name() + ": production cannot be switched back from '"
                        + file.target().index() + "' to '" + file.source().index() + "' any more",
                stop);
    }

    @Override
    Map<String, String> options() {
        if (acceptRejects < 0) {
            throw new ParameterException(
                    commandLine(), "--accept-rejects must be a number, 0 or more, got " + acceptRejects);
        }
        Map<String, String> options = new TreeMap<>();
        if (acceptRejects > 0) {
            options.put("accept-rejects", Long.toString(acceptRejects));
        }
        if (newHistory) {
            options.put("new-history", "yes");
        }
        return options;
    }
}
