package io.shardstream.cli.plan;

import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.OnlyAnswers;
import io.shardstream.common.runfile.RunFile;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Reads a run file and shows what it comes to.
@Command(
        name = "check",
        header = "Checks a run file, and prints it with every default filled in.",
        description = "Asks no server. Secrets are printed as the references that the run file holds. What others can"
                + " read or change of them is told on standard error.",
        footerHeading = "%nExample:%n",
        footer = "  shardstream config check -f run.yaml",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {" 0:The run file can be used", ExitCodes.WRONG_USAGE_HELP})
public final class ConfigCheckCommand implements Callable<Integer>, OnlyAnswers {
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    public ConfigCheckCommand(RunFile.Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws Exception {
        RunFile run = runFile.read(environment);
        PrintWriter out = spec.commandLine().getOut();
        out.print(run.effective());
        out.flush();
        PrintWriter err = spec.commandLine().getErr();
        RunFileExposure.of(Optional.of(runFile.file()), run)
                .forEach(found -> err.println("Warning: " + found.what() + " " + found.advice()));
        err.flush();
        return ExitCodes.DONE;
    }
}
