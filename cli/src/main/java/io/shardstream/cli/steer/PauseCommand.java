package io.shardstream.cli.steer;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.state.Steering;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Tells readers and writers to begin nothing new.
@Command(
        name = "pause",
        header = "Tells readers and writers to begin nothing new.",
        description = {
            "What is under way is finished and kept; the run goes on with 'resume', wherever its parts work.",
            "Works from anywhere with only the run file. A paused run does not fall behind in Kafka, but the source"
                    + " goes on: what is written there meanwhile is read afterwards."
        },
        footerHeading = "%nExample:%n",
        footer = "  shardstream pause -f run.yaml --reason \"load test\"",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {" 0:It was said", ExitCodes.FAILED_HELP, ExitCodes.WRONG_USAGE_HELP})
public final class PauseCommand implements Callable<Integer> {
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Option(names = "--reason", paramLabel = "<text>", description = "Shown by 'status'.", defaultValue = "")
    private String reason = "";

    public PauseCommand(RunFile.Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws Exception {
        if (reason.length() > Steering.LONGEST_REASON) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--reason may have at most " + Steering.LONGEST_REASON + " characters: say it shorter");
        }
        RunFile run = runFile.readForKafka(environment);
        Steering steering = Connections.steering(run, Connections.kafkaOfCommand(run));
        spec.commandLine().getOut().println(steering.pause(reason));
        return ExitCodes.DONE;
    }
}
