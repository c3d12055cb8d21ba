package io.shardstream.cli;

import io.shardstream.cli.exit.CommandProcess;
import io.shardstream.cli.exit.StandardOutput;

/// Where the process begins and ends.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        StandardOutput.begins();
        System.exit(CommandProcess.run(
                stop -> Shardstream.commandLine(stop, System::getenv),
                Runtime.getRuntime()::halt,
                System::getenv,
                arguments));
    }
}
