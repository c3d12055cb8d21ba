package io.shardstream.cli.connect;

import picocli.CommandLine.Option;

/// The option that chooses how a result is printed.
public final class OutputOption {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "table|json",
            description = "How the result is printed on standard output; by default for people.")
    private OutputFormat format = OutputFormat.table;

    public OutputFormat format() {
        return format;
    }
}
