package io.shardstream.bench;

import io.shardstream.cli.exit.CommandProcess;
import io.shardstream.cli.exit.StandardOutput;

/// Where `shardstream bench` begins and ends.
public final class BenchMain {
    private BenchMain() {}

    public static void main(String[] arguments) {
        StandardOutput.begins();
        System.exit(CommandProcess.run(stop -> BenchCommand.commandLine(stop, System::getenv), arguments));
    }
}
