package io.shardstream.cli.steer;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.option.RunFileOption;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.state.ControlWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Lets a paused run go on.
@Command(
        name = "resume",
        header = "Lets a paused run go on.",
        description = {"Works from anywhere with only the run file. A run that is not paused stays as it is."},
        footerHeading = "%nExample:%n",
        footer = "  shardstream resume -f run.yaml",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {" 0:It was said", ExitCodes.FAILED_HELP, ExitCodes.WRONG_USAGE_HELP})
public final class ResumeCommand implements Callable<Integer> {
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    public ResumeCommand(RunFile.Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws Exception {
        RunFile run = runFile.read(environment);
        KafkaConnection kafka = Connections.kafka(run.kafka());
        RunTopics topics = new RunTopics(run.name());
        boolean wasPaused = KnownRun.goingOn(kafka, topics).pause().isPresent();
        ControlWriter.resume(kafka, topics);
        spec.commandLine().getOut().println("Run " + run.name() + (wasPaused ? " goes on." : " was not paused."));
        return ExitCodes.DONE;
    }
}
