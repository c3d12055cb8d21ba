package io.shardstream.cli.option;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The option that has a process answer over HTTP.
public final class HttpOption {
    private static final int HIGHEST_PORT = 65_535;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--http",
            paramLabel = "<port>",
            description = "Answers over HTTP on this port of 127.0.0.1: /v1/ledger says what became of every record,"
                    + " while this process controls the run.")
    private @Nullable Integer port;

    /// @throws ParameterException if it is no port
    public OptionalInt port() {
        Integer given = port;
        if (given != null && (given < 1 || given > HIGHEST_PORT)) {
            throw new ParameterException(
                    spec.commandLine(), "--http must be a port, 1 to " + HIGHEST_PORT + ", got " + given);
        }
        return given == null ? OptionalInt.empty() : OptionalInt.of(given);
    }
}
