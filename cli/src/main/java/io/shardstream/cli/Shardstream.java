package io.shardstream.cli;

import io.shardstream.cli.connect.CommonOptions;
import io.shardstream.cli.demo.DemoCommand;
import io.shardstream.cli.demo.LiveLoadCommand;
import io.shardstream.cli.demo.ServersCommand;
import io.shardstream.cli.exit.ErrorSentence;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.OnlyAnswers;
import io.shardstream.cli.exit.StandardOutput;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.exit.UnprintedException;
import io.shardstream.cli.plan.ConfigCheckCommand;
import io.shardstream.cli.plan.ConfigCommand;
import io.shardstream.cli.plan.DoctorCommand;
import io.shardstream.cli.plan.PlanCommand;
import io.shardstream.cli.rejects.RejectsCommand;
import io.shardstream.cli.rejects.RejectsExportCommand;
import io.shardstream.cli.rejects.RejectsListCommand;
import io.shardstream.cli.rejects.RejectsReplayCommand;
import io.shardstream.cli.rejects.RejectsShowCommand;
import io.shardstream.cli.run.ControlCommand;
import io.shardstream.cli.run.ReaderCommand;
import io.shardstream.cli.run.RunCommand;
import io.shardstream.cli.run.WriterCommand;
import io.shardstream.cli.status.ListCommand;
import io.shardstream.cli.status.StatusCommand;
import io.shardstream.cli.steer.AbortCommand;
import io.shardstream.cli.steer.CleanCommand;
import io.shardstream.cli.steer.CutoverCommand;
import io.shardstream.cli.steer.PauseCommand;
import io.shardstream.cli.steer.ReleaseCommand;
import io.shardstream.cli.steer.ResumeCommand;
import io.shardstream.cli.steer.RollbackCommand;
import io.shardstream.cli.steer.ThrottleCommand;
import io.shardstream.cli.verify.SweepCommand;
import io.shardstream.cli.verify.VerifyCommand;
import io.shardstream.cli.view.PlainWriter;
import io.shardstream.cli.watch.WatchCommand;
import io.shardstream.common.runfile.RunFile;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The command line, put together.
public final class Shardstream {
    private Shardstream() {}

    /// @param stop asked when the process is told to stop
    /// @param environment where `${env:…}` in run files and `SHARDSTREAM_DEBUG` are looked up
    public static CommandLine commandLine(Stop stop, RunFile.Environment environment) {
        CommandLine shardstream = new CommandLine(new ShardstreamCommand())
                .addSubcommand(new PlanCommand(stop, environment))
                .addSubcommand(new RunCommand(stop, environment))
                .addSubcommand(new ControlCommand(stop, environment))
                .addSubcommand(new ReaderCommand(stop, environment))
                .addSubcommand(new WriterCommand(stop, environment))
                .addSubcommand(new StatusCommand(stop, environment))
                .addSubcommand(new WatchCommand(stop, environment))
                .addSubcommand(new DoctorCommand(environment))
                .addSubcommand(new PauseCommand(environment))
                .addSubcommand(new ResumeCommand(stop, environment))
                .addSubcommand(new ThrottleCommand(environment))
                .addSubcommand(new SweepCommand(stop, environment))
                .addSubcommand(new VerifyCommand(stop, environment))
                .addSubcommand(new CommandLine(new RejectsCommand())
                        .addSubcommand(new RejectsListCommand(environment))
                        .addSubcommand(new RejectsShowCommand(environment, new FileOutputStream(FileDescriptor.out)))
                        .addSubcommand(takingAnyId(
                                new RejectsExportCommand(environment, new FileOutputStream(FileDescriptor.out))))
                        .addSubcommand(takingAnyId(new RejectsReplayCommand(stop, environment))))
                .addSubcommand(new CutoverCommand(stop, environment))
                .addSubcommand(new AbortCommand(stop, environment))
                .addSubcommand(new RollbackCommand(stop, environment))
                .addSubcommand(new ReleaseCommand(stop, environment))
                .addSubcommand(new CleanCommand(stop, environment))
                .addSubcommand(new ListCommand(environment))
                .addSubcommand(new DemoCommand(stop, environment))
                .addSubcommand(new ServersCommand(stop))
                .addSubcommand(new LiveLoadCommand(stop, environment))
                .addSubcommand(new CommandLine(new ConfigCommand()).addSubcommand(new ConfigCheckCommand(environment)));
        return withManners(shardstream, environment);
    }

    /// A document's id may be what is an option here, as in `--id=--all`.
    private static CommandLine takingAnyId(Callable<Integer> command) {
        return new CommandLine(command).setAllowOptionsAsOptionParameters(true);
    }

    /// A command with the options that every command has, and the same words and exit codes when it fails, which says
    /// nothing that a terminal would carry out.
    public static CommandLine withManners(CommandLine command, RunFile.Environment environment) {
        addCommonOptions(command);
        return command.setExecutionExceptionHandler(new ErrorSentence(environment))
                .setParameterExceptionHandler(Shardstream::wrongUsage)
                .setExecutionStrategy(Shardstream::execute);
    }

    /// Help has colours, and is all our own.
    private static int execute(ParseResult parsed) {
        Integer helped = CommandLine.executeHelpRequest(parsed);
        CommandLine command = parsed.commandSpec().commandLine();
        if (helped != null) {
            return printed(helped, true, command);
        }
        command.setOut(PlainWriter.on(command.getOut())).setErr(PlainWriter.on(command.getErr()));
        int code = new CommandLine.RunLast().execute(parsed);
        Object last = parsed.asCommandLineList().getLast().getCommandSpec().userObject();
        return printed(code, last instanceof OnlyAnswers answering && answering.onlyAnswers(), command);
    }

    /// The exit code of a command, where its output could be written.
    private static int printed(int code, boolean onlyAnswers, CommandLine command) {
        Optional<UnprintedException> unprinted = StandardOutput.failure().map(UnprintedException::new);
        if (unprinted.isEmpty() || code == ExitCodes.STOPPED) {
            return code;
        }
        if (onlyAnswers) {
            throw new CommandLine.ExecutionException(command, "not printed", unprinted.get());
        }
        ErrorSentence.tell(unprinted.get().sentenceOfDone(), command.getErr());
        return code;
    }

    private static void addCommonOptions(CommandLine command) {
        command.addMixin("common", new CommonOptions());
        command.getSubcommands().values().forEach(Shardstream::addCommonOptions);
    }

    private static int wrongUsage(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        command.getErr().println(wrong.getMessage());
        command.getErr().println("'" + command.getCommandSpec().qualifiedName() + " --help' shows how it is used.");
        return ExitCodes.WRONG_USAGE;
    }
}
