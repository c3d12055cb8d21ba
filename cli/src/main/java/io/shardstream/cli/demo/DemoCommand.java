package io.shardstream.cli.demo;

import io.shardstream.cli.connect.OutputOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.view.Terminal;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.localcluster.process.LocalServerException;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// Shows a whole copy on servers of its own, with kills, and proves the result.
@Command(
        name = "demo",
        header = "Shows a copy with kills on servers of its own, and proves the result.",
        description =
                "Starts Kafka and a search cluster on this machine, copies an index of 3 shards into one of 5 while"
                        + " readers and writers are killed, and compares both, document by document. Leaves nothing behind but the servers that it has"
                        + " fetched, in a cache.",
        footerHeading = "%nExample:%n",
        footer = "  shardstream demo --docs 300000 -o json",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:Nothing is missing, stale, extra or differing",
            ExitCodes.FAILED_HELP,
            ExitCodes.DIFFERENT_HELP,
            ExitCodes.WRONG_USAGE_HELP,
            "130, 143:Stopped by Ctrl-C or SIGTERM; nothing is left running"
        })
public final class DemoCommand implements Callable<Integer> {
    @Option(
            names = "--docs",
            paramLabel = "<n>",
            defaultValue = "100000",
            description = "Documents to copy; the first 34,006 are real ones. Default: ${DEFAULT-VALUE}.")
    private long documents;

    @Option(
            names = "--server",
            paramLabel = "<product:version>",
            defaultValue = "elasticsearch:9.5.3",
            description = "Holds source and target. Default: ${DEFAULT-VALUE}.")
    private String server = "";

    @Option(
            names = "--kill",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description =
                    "Kills readers and writers with SIGKILL, three times each, and starts them again. Default: on.")
    private boolean kill;

    @Option(
            names = "--seed",
            paramLabel = "<n>",
            defaultValue = "1",
            description = "Of generated documents and of the moments of the kills. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Mixin
    private OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final Stop stop;
    private final RunFile.Environment environment;

    public DemoCommand(Stop stop, RunFile.Environment environment) {
        this.stop = stop;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Demo demo = new Demo(settings(), spec.commandLine().getErr(), Terminal.isThere(), environment);
        CompletableFuture<DemoReport> played = CompletableFuture.supplyAsync(demo::play, DemoCommand::onDaemonThread);
        // When the process is told to stop, servers and services end with it: there is nothing to wait for.
        CompletableFuture.anyOf(played, stop.asked()).join();
        return stop.isAsked() ? ExitCodes.STOPPED : shown(played.join());
    }

    private int shown(DemoReport report) {
        PrintWriter out = spec.commandLine().getOut();
        switch (output.format()) {
            case table -> out.print(report.table());
            case json -> out.println(new JsonMapper().writeValueAsString(report.fields()));
        }
        out.flush();
        return report.isClean() ? ExitCodes.DONE : ExitCodes.DIFFERENT;
    }

    private static void onDaemonThread(Runnable play) {
        Thread.ofPlatform().name("demo").daemon().start(play);
    }

    private DemoSettings settings() {
        try {
            return new DemoSettings(documents, SearchServerVersion.parse(server), kill, seed);
        } catch (LocalServerException | IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }
}
