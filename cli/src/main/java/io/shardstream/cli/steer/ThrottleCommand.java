package io.shardstream.cli.steer;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.OnlyAnswers;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.control.state.Steering;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Says how fast a run may work.
@Command(
        name = "throttle",
        header = "Shows how fast a run may work, or changes it while it works.",
        description = {
            "Works from anywhere with only the run file. What is not named stays as it is, none takes a limit away, and"
                    + " without options nothing is changed. What is said here stands until the end of the run, whatever"
                    + " the run file says; with --reset that counts again.",
            "Rates are bytes of documents a second, such as 5mb, for reading and for writing each; 0b lets"
                    + " nothing begin.",
            "A cut-over waits for no limit from its write block on: neither readers and writers nor what compares both"
                    + " sides. Before the block readers and writers keep to the limits, and what 'cutover' itself"
                    + " reads does not."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  shardstream throttle --per-node 5mb --hours 20:00-06:00 --time-zone Europe/Zurich -f run.yaml",
            "  shardstream throttle --search-latency 50ms --cpu 80%% -f run.yaml"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {" 0:It was said, or shown", ExitCodes.FAILED_HELP, ExitCodes.WRONG_USAGE_HELP})
public final class ThrottleCommand implements Callable<Integer>, OnlyAnswers {
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Option(names = "--per-node", paramLabel = "<size>", description = "Bytes a second for each data node.")
    private @Nullable String perNode;

    @Option(names = "--total", paramLabel = "<size>", description = "Bytes a second for all data nodes together.")
    private @Nullable String total;

    @Option(
            names = "--requests",
            paramLabel = "<number>",
            description = "Bulks, or requests for documents, that may be under way to one data node, 1 to 1024.")
    private @Nullable String requests;

    @Option(
            names = "--hours",
            paramLabel = "<from-to>",
            description = "Hours of the day in which the run may work, such as 20:00-06:00; several with commas.")
    private @Nullable String hours;

    @Option(
            names = "--time-zone",
            paramLabel = "<zone>",
            description = "Whose clocks the hours mean; needed with the first --hours of a run.")
    private @Nullable String timeZone;

    @Option(
            names = "--search-latency",
            paramLabel = "<time>",
            description = "The longest that production's searches may take before the run gives way.")
    private @Nullable String searchLatency;

    @Option(
            names = "--cpu",
            paramLabel = "<percent>",
            description = "How much the processors of a data node may be used before the run gives way, 1%% to 100%%.")
    private @Nullable String cpu;

    @Option(
            names = "--guard",
            paramLabel = "off",
            description = "Ends the guard of production, also the one that holds by default.")
    private @Nullable String guard;

    @Option(names = "--reset", description = "Go by the run file again.")
    private boolean reset;

    public ThrottleCommand(RunFile.Environment environment) {
        this.environment = environment;
    }

    @Override
    public boolean onlyAnswers() {
        return !reset && changes().isEmpty();
    }

    @Override
    public Integer call() throws Exception {
        Map<String, String> changes = changes();
        try {
            // What is wrong in itself is told before anybody is asked.
            Map<String, String> alone = new LinkedHashMap<>(changes);
            // The run may have one.
            alone.putIfAbsent("time-zone", "UTC");
            Throttle _ = ThrottleText.changed(Throttle.NONE, alone);
            RunFile run = runFile.readForKafka(environment);
            Steering steering = Connections.steering(run, Connections.kafkaOfCommand(run));
            spec.commandLine().getOut().println(reset ? steering.resetThrottle() : steering.throttle(changes));
            return ExitCodes.DONE;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
        }
    }

    private Map<String, String> changes() {
        Map<String, String> changes = new LinkedHashMap<>();
        put(changes, "per-node", perNode);
        put(changes, "total", total);
        put(changes, "requests", requests);
        put(changes, "hours", hours);
        put(changes, "time-zone", timeZone);
        put(changes, "search-latency", searchLatency);
        put(changes, "cpu", cpu);
        put(changes, "guard", guard);
        if (reset && !changes.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--reset goes with no limit: it takes the run file's.");
        }
        return changes;
    }

    private static void put(Map<String, String> changes, String key, @Nullable String text) {
        if (text != null) {
            changes.put(key, text);
        }
    }
}
