package io.shardstream.bench;

import io.shardstream.bench.command.BenchCommand;
import io.shardstream.cli.exit.CommandProcess;

/// Where `shardstream bench` begins and ends.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(CommandProcess.run(stop -> BenchCommand.commandLine(stop, System::getenv), arguments));
    }
}
