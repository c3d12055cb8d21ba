package io.shardstream.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The entry point of the `shardstream` command. Wrong usage ends with exit code 64.
@Command(
        name = "shardstream",
        description = "Reindexes Elasticsearch and OpenSearch through Kafka while production keeps writing.",
        version = "shardstream 0.1.0-SNAPSHOT",
        mixinStandardHelpOptions = true,
        exitCodeOnInvalidInput = 64)
public final class Main implements Runnable {
    private Main() {}

    /// Runs the command that the arguments name and ends the process with its exit code.
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /// The command with all that it can do, as the documentation's test compares it with what is written.
    public static CommandLine commandLine() {
        return new CommandLine(new Main());
    }

    /// Without a command: the usage.
    @Override
    public void run() {
        new CommandLine(this).usage(System.out);
    }
}
