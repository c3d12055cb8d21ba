package io.shardstream.cli.demo;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.localcluster.process.LocalServerException;
import io.shardstream.localcluster.search.LocalServers;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Starts servers to try things on.
@Command(
        name = "servers",
        header = "Starts Kafka and a search cluster on this machine, to try things on.",
        description = "Prints one line for each server when it serves: what it is, its name, its address and its"
                + " process. All listen on the loopback interface only, and end with this command, with their data.",
        footerHeading = "%nExample:%n",
        footer = "  shardstream servers --server opensearch:3.8.0",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCodes.FAILED_HELP,
            ExitCodes.WRONG_USAGE_HELP,
            "130, 143:Stopped by Ctrl-C or SIGTERM; nothing is left running"
        })
public final class ServersCommand implements Callable<Integer> {
    private static final int MOST = 9;

    private final Stop stop;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--brokers",
            paramLabel = "<n>",
            defaultValue = "1",
            description = "Brokers of Kafka, 0 for no Kafka. Default: ${DEFAULT-VALUE}.")
    private int brokers;

    @Option(
            names = "--server",
            paramLabel = "<product:version>",
            defaultValue = "elasticsearch:9.5.3",
            description = "A search cluster; may be given several times. Default: ${DEFAULT-VALUE}.")
    private List<String> clusters = List.of();

    @Option(
            names = "--nodes",
            paramLabel = "<n>",
            defaultValue = "2",
            description = "Nodes of each search cluster. Default: ${DEFAULT-VALUE}.")
    private int nodes;

    @Option(
            names = "--fetch",
            description = "Start nothing: fetch the servers into the cache, where they are not there yet, and say where"
                    + " each of them lies.")
    private boolean onlyFetched;

    public ServersCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() {
        LocalServers servers = wanted();
        PrintWriter out = spec.commandLine().getOut();
        if (onlyFetched) {
            servers.fetch(line -> show(out, line));
            return ExitCodes.DONE;
        }
        CompletableFuture<Void> started = CompletableFuture.runAsync(
                () -> {
                    servers.start(line -> show(out, line));
                    show(out, "Ctrl-C ends all and deletes their data.");
                },
                ServersCommand::onDaemonThread);
        // When the process is told to stop, servers end with it, those that are about to start too.
        CompletableFuture.anyOf(started, stop.asked()).join();
        stop.asked().join();
        return ExitCodes.STOPPED;
    }

    private static void show(PrintWriter out, String line) {
        out.println(line);
        out.flush();
    }

    private static void onDaemonThread(Runnable start) {
        Thread.ofPlatform().name("servers").daemon().start(start);
    }

    private LocalServers wanted() {
        if (brokers < 0 || brokers > MOST) {
            throw wrong("--brokers must be 0 to " + MOST + ", got " + brokers);
        }
        if (nodes < 1 || nodes > MOST) {
            throw wrong("--nodes must be 1 to " + MOST + ", got " + nodes);
        }
        try {
            return new LocalServers(
                    brokers, clusters.stream().map(SearchServerVersion::parse).toList(), nodes);
        } catch (LocalServerException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private ParameterException wrong(String why) {
        return new ParameterException(spec.commandLine(), why);
    }
}
