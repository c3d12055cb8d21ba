package io.shardstream.cli.steer;

import io.shardstream.cli.connect.OutputOption;
import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.runfile.RunFile;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// A command that asks the run's controller for something and shows how it is done.
@Command(
        footerHeading = "%nExample:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:It was done",
            " 1:It was refused or taken back; the last line says why",
            ExitCodes.BLOCKED_HELP,
            " 4:It was done, but somebody must look; the last line says why",
            ExitCodes.WRONG_USAGE_HELP,
            "130, 143:Stopped by Ctrl-C or SIGTERM; the last line says what became of it"
        })
abstract sealed class RequestingCommand implements Callable<Integer>
        permits AbortCommand, CutoverCommand, ReleaseCommand, RollbackCommand {
    private final Request.Kind kind;
    private final Stop stop;
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Mixin
    private OutputOption output = new OutputOption();

    RequestingCommand(Request.Kind kind, Stop stop, RunFile.Environment environment) {
        this.kind = kind;
        this.stop = stop;
        this.environment = environment;
    }

    final CommandLine commandLine() {
        return spec.commandLine();
    }

    /// What is asked for beside the kind, by name.
    abstract Map<String, String> options();

    /// What the run file says that whoever controls the run must do it by, since it was read there at another time.
    Map<String, String> optionsOf(RunFile file) {
        return Map.of();
    }

    /// Has somebody consent to what cannot be taken back, if any of it cannot.
    ///
    /// @param toStop ends the waiting for an answer
    void requireConsent(RunFile file, Stop toStop) {}

    /// What is left to do here when it was done.
    void done(RunFile file, Requesting.Result result) {}

    @Override
    public final Integer call() throws Exception {
        Map<String, String> options = new HashMap<>(options());
        RunFile file = runFile.read(environment);
        options.putAll(optionsOf(file));
        requireConsent(file, stop);
        Requesting requesting = new Requesting(
                file, stop, spec.commandLine().getOut(), commandLine().getErr(), output.format());
        Optional<Requesting.Result> result = requesting.ask(kind, options);
        if (result.isEmpty()) {
            commandLine().getErr().println(requesting.left());
            return ExitCodes.STOPPED;
        }
        done(file, result.get());
        return result.get().code();
    }
}
