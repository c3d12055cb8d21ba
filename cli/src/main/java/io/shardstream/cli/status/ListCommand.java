package io.shardstream.cli.status;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.OutputFormat;
import io.shardstream.cli.connect.OutputOption;
import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.OnlyAnswers;
import io.shardstream.cli.view.Json;
import io.shardstream.common.contract.record.NewerFormatException;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.KafkaRefusal;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.console.view.NobodyAtWork;
import io.shardstream.control.run.clean.RunInKafka;
import io.shardstream.control.run.cutover.RefusedWrites;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Shows the runs of a Kafka cluster.
@Command(
        name = "list",
        header = "Shows the runs that have topics in Kafka.",
        description = {
            "Reads Kafka only: any run file with the same 'kafka' section will do. 'status' shows one of the runs,"
                    + " 'clean' deletes what one has left that is over."
        },
        footerHeading = "%nExample:%n",
        footer = "  shardstream list -f run.yaml",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {" 0:All runs were shown", ExitCodes.FAILED_HELP, ExitCodes.WRONG_USAGE_HELP})
public final class ListCommand implements Callable<Integer>, OnlyAnswers {
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Mixin
    private OutputOption output = new OutputOption();

    public ListCommand(RunFile.Environment environment) {
        this.environment = environment;
    }

    /// A run as its control topic tells it.
    ///
    /// @param state its phase, or why it is not known
    /// @param indices source and target; empty if it was never prepared
    /// @param members of its consumer groups; empty if there are none, or the user may not see those of all
    record Row(String run, String state, Optional<RunPlan> indices, OptionalInt members, int topics) {
        Map<String, Object> fields() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("run", run);
            fields.put("state", state);
            indices.ifPresent(plan -> {
                fields.put("source", plan.sourceIndex());
                fields.put("target", plan.targetIndex());
            });
            members.ifPresent(known -> fields.put("members", known));
            fields.put("topics", topics);
            return fields;
        }
    }

    @Override
    public Integer call() throws Exception {
        KafkaConnection kafka = Connections.kafkaOfCommand(runFile.readForKafka(environment));
        List<Row> rows = new ArrayList<>();
        try (RunInKafka runs = RunInKafka.of(kafka)) {
            runs.all()
                    .forEach((run, found) ->
                            rows.add(row(run, found, () -> ControlRecords.read(kafka, new RunTopics(run)))));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (output.format() == OutputFormat.json) {
            out.println(
                    Json.object(Map.of("runs", rows.stream().map(Row::fields).toList())));
        } else if (rows.isEmpty()) {
            out.println("No run has topics here.");
        } else {
            print(rows, out);
        }
        return ExitCodes.DONE;
    }

    /// @param control reads what its control topic says
    static Row row(String run, RunInKafka.Found found, Supplier<ControlRecords> control) {
        OptionalInt members = sum(found.members().values());
        RunTopics topics = new RunTopics(run);
        if (!found.topics().containsKey(topics.control())) {
            return new Row(
                    run,
                    "without a control topic",
                    Optional.empty(),
                    members,
                    found.topics().size());
        }
        try {
            ControlRecords said = control.get();
            String state = said.phase()
                    .map(phase -> phase.phase().label()
                            + (said.pause().isPresent() && !phase.phase().isEnd() ? ", paused" : "")
                            + (said.blocked().isEmpty() || phase.phase().isEnd() ? "" : ", blocked")
                            + NobodyAtWork.of(said, members, members, Optional.empty())
                                    .map(_ -> ", nobody works on it")
                                    .orElse("")
                            + RefusedWrites.of(said).map(ListCommand::words).orElse("")
                            + (phase.why().isEmpty() ? "" : ": " + phase.why()))
                    .orElse("not prepared");
            return new Row(run, state, said.plan(), members, found.topics().size());
        } catch (NewerFormatException | BlockedException e) {
            return unreadable(run, found, members, String.valueOf(e.getMessage()));
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            // Other runs are none the worse for what the user may not read, or a broker does not give.
            return unreadable(run, found, members, KafkaRefusal.sentence(e).orElse(String.valueOf(e.getMessage())));
        }
    }

    /// As a part of a run's state.
    private static String words(RefusedWrites refused) {
        return ", " + refused.by() + (refused.isSure() ? " has" : " may have") + " writes to '"
                + String.join("' or '", refused.indices()) + "' refused";
    }

    private static Row unreadable(String run, RunInKafka.Found found, OptionalInt members, String why) {
        return new Row(
                run,
                "not readable: " + why,
                Optional.empty(),
                members,
                found.topics().size());
    }

    /// Groups that the user may not see are not even listed.
    private static OptionalInt sum(Collection<OptionalInt> members) {
        return !members.isEmpty() && members.stream().allMatch(OptionalInt::isPresent)
                ? OptionalInt.of(
                        members.stream().mapToInt(OptionalInt::getAsInt).sum())
                : OptionalInt.empty();
    }

    private static void print(List<Row> rows, PrintWriter out) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("RUN", "SOURCE", "TARGET", "MEMBERS", "TOPICS", "STATE"));
        rows.forEach(row -> lines.add(List.of(
                row.run(),
                row.indices().map(RunPlan::sourceIndex).orElse("-"),
                row.indices().map(RunPlan::targetIndex).orElse("-"),
                row.members().isPresent() ? Integer.toString(row.members().getAsInt()) : "?",
                Integer.toString(row.topics()),
                row.state())));
        int columns = lines.getFirst().size();
        int[] widths = new int[columns];
        lines.forEach(line -> {
            for (int column = 0; column < columns - 1; column++) {
                widths[column] = Math.max(widths[column], line.get(column).length());
            }
        });
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder();
            for (int column = 0; column < columns - 1; column++) {
                text.append(line.get(column))
                        .repeat(' ', widths[column] - line.get(column).length() + 2);
            }
            out.println(text.append(line.getLast()));
        }
    }
}
