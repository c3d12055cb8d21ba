package io.shardstream.cli.connect;

import io.shardstream.cli.exit.LogFormat;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.runfile.RunFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The option that chooses how a process that works for a run writes its log.
public final class LogOption {
    private static final String VARIABLE = "SHARDSTREAM_LOG_FORMAT";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--log-format",
            paramLabel = "text|json",
            description = "How the log on standard error is written: text for people, or json, one object a line."
                    + " By default as the environment variable " + VARIABLE + " says, else text.")
    private @Nullable LogFormat format;

    /// @param environment where the default is
    /// @throws ParameterException if the default is no format
    public LogFormat format(RunFile.Environment environment) {
        LogFormat chosen = format;
        return chosen == null ? byDefault(environment.get(VARIABLE)) : chosen;
    }

    private LogFormat byDefault(@Nullable String named) {
        if (named == null || named.isBlank()) {
            return LogFormat.text;
        }
        for (LogFormat one : LogFormat.values()) {
            if (one.name().equals(named)) {
                return one;
            }
        }
        throw new ParameterException(
                spec.commandLine(), VARIABLE + " must be text or json, got \"" + Printable.of(named) + "\"");
    }
}
