package io.shardstream.cli.status;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.KnownRun;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.option.OutputOption;
import io.shardstream.cli.option.RunFileOption;
import io.shardstream.cli.view.Json;
import io.shardstream.cli.view.Limits;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.progress.ProgressMeter;
import io.shardstream.control.state.ControlTopic;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Says where a run stands, from anywhere, whether anything of it works or not: Kafka knows.
@Command(
        name = "status",
        header = "Shows where a run stands.",
        description = "Works from anywhere with only the run file, also while no part of the run works.",
        footerHeading = "%nExample:%n",
        footer = "  shardstream status -f run.yaml -o json",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCodes.DONE_HELP,
            ExitCodes.FAILED_HELP,
            " 2:The run goes on",
            ExitCodes.BLOCKED_HELP,
            ExitCodes.WRONG_USAGE_HELP
        })
public final class StatusCommand implements Callable<Integer> {
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Mixin
    private OutputOption output = new OutputOption();

    public StatusCommand(RunFile.Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws Exception {
        RunFile run = runFile.readForKafka(environment);
        KafkaConnection kafka = Connections.kafka(run.kafka());
        RunTopics topics = new RunTopics(run.name());
        Optional<ControlRecords> records = ControlTopic.find(kafka, topics);
        Optional<RunPlan> plan = records.flatMap(ControlRecords::plan);
        if (plan.isEmpty()) {
            print(List.of(), Map.of("run", run.name(), "phase", "unprepared"));
            spec.commandLine().getErr().println(KnownRun.unprepared(run.name()));
            return ExitCodes.FAILED;
        }
        try (RunStateReader reader = RunStateReader.glance(kafka, topics, plan.get())) {
            RunState state = reader.read();
            RunStatus status = new RunStatus(
                    run.name(),
                    records.orElse(ControlRecords.NONE),
                    state,
                    new ProgressMeter(System::nanoTime, Duration.ofSeconds(1)).add(state),
                    reader.readers(),
                    reader.writers(),
                    new Limits(run.docs().maxBacklog(), run.throttle(), InstantSource.system()));
            print(status.table(), status.fields());
            if (status.code() == ExitCodes.FAILED) {
                status.end().ifPresent(spec.commandLine().getErr()::println);
            }
            return status.code();
        }
    }

    private void print(List<String> table, Map<String, Object> fields) {
        PrintWriter out = spec.commandLine().getOut();
        switch (output.format()) {
            case table -> table.forEach(out::println);
            case json -> out.println(Json.object(fields));
        }
        out.flush();
    }
}
