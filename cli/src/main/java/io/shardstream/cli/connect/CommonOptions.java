package io.shardstream.cli.connect;

import picocli.CommandLine.Option;

/// Options of every command.
public final class CommonOptions {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help.")
    private boolean help;

    /// Read by [io.shardstream.cli.exit.ErrorSentence].
    @Option(names = "--verbose", description = "Shows the stack trace of an error; so does SHARDSTREAM_DEBUG=1.")
    private boolean verbose;

    @Override
    public String toString() {
        return "help " + help + ", verbose " + verbose;
    }
}
