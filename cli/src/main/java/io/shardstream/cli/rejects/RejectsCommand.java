package io.shardstream.cli.rejects;

import io.shardstream.cli.exit.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// What can be done with rejected documents.
@Command(
        name = "rejects",
        header = "Shows documents that the target refused for good, and publishes them again.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExample:%n",
        footer = "  shardstream rejects list -f run.yaml",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = ExitCodes.WRONG_USAGE_HELP)
public final class RejectsCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "Say what to do with the rejects: rejects list, show, export or replay");
    }
}
