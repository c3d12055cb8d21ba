package io.shardstream.cli.plan;

import io.shardstream.cli.exit.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// What can be done with a run file without a server.
@Command(
        name = "config",
        header = "Looks at a run file.",
        synopsisSubcommandLabel = "check",
        footerHeading = "%nExample:%n",
        footer = "  shardstream config check -f run.yaml",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = ExitCodes.WRONG_USAGE_HELP)
public final class ConfigCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do with the run file: config check");
    }
}
