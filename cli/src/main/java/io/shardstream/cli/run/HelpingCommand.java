package io.shardstream.cli.run;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.HttpOption;
import io.shardstream.cli.connect.LogOption;
import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.connect.StayOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.ProcessLog;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.http.Listening;
import io.shardstream.common.kafka.ThisProcess;
import io.shardstream.common.runfile.RunFile;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// A command that helps a run with one part: [ReaderCommand] and [WriterCommand] differ in which.
@Command(
        footerHeading = "%nExample:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCodes.DONE_HELP,
            ExitCodes.FAILED_HELP,
            ExitCodes.BLOCKED_HELP,
            ExitCodes.WRONG_USAGE_HELP,
            ExitCodes.STOPPED_HELP
        })
abstract sealed class HelpingCommand implements Callable<Integer> permits ReaderCommand, WriterCommand {
    private final Stop stop;
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Mixin
    private HttpOption http = new HttpOption();

    @Mixin
    private StayOption stay = new StayOption();

    @Mixin
    private LogOption log = new LogOption();

    HelpingCommand(Stop stop, RunFile.Environment environment) {
        this.stop = stop;
        this.environment = environment;
    }

    @Override
    public final Integer call() throws Exception {
        Optional<Listening> where = http.listening(environment);
        ProcessLog lines = ProcessLog.here();
        lines.begins(log.format(environment), spec.name(), instance().orElseGet(ThisProcess::name));
        RunFile file = runFile.readFor(side(), environment);
        lines.isOf(file.name());
        StayPolicy staying = new StayPolicy(stay.isWanted(environment), stop);
        return new HelpingPart(spec.name(), side(), where, stop, staying).work(file, this::start);
    }

    /// The one of whose secrets it needs.
    abstract Side side();

    /// The name that no other of its kind has in the run, if it was given one.
    abstract Optional<String> instance();

    abstract RunningPart start(RunFile run, RunPlan plan, Connections to);
}
