package io.shardstream.cli.run;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.option.HttpOption;
import io.shardstream.cli.option.RunFileOption;
import io.shardstream.cli.part.Part;
import io.shardstream.common.http.Listening;
import io.shardstream.common.record.RunPlan;
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

    HelpingCommand(Stop stop, RunFile.Environment environment) {
        this.stop = stop;
        this.environment = environment;
    }

    @Override
    public final Integer call() throws Exception {
        Optional<Listening> where = http.listening(environment);
        return new HelpingPart(spec.name(), where, stop).work(runFile.read(environment), this::start);
    }

    abstract Part start(RunFile run, RunPlan plan, Connections to);
}
