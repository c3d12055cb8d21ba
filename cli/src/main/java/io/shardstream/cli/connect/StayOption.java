package io.shardstream.cli.connect;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.runfile.RunFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The option that keeps a service when its run is complete: whoever starts services that have ended again, as
/// Kubernetes does, would take that for a failure.
public final class StayOption {
    private static final String VARIABLE = "SHARDSTREAM_STAY";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--stay",
            negatable = true,
            description = "Does not end when the run is complete: stays ready, lifts a write block that a killed"
                    + " rollback has left, and ends with exit code 0 when it is told to stop; with 1 where the run was"
                    + " given up while it worked. By default as the environment variable "
                    + VARIABLE
                    + " says, true or false, else it ends. The image sets it to true.")
    private @Nullable Boolean stay;

    /// @param environment where the default is
    /// @throws ParameterException if the default is neither true nor false
    public boolean isWanted(RunFile.Environment environment) {
        Boolean said = stay;
        return said == null ? byDefault(environment.get(VARIABLE)) : said;
    }

    private boolean byDefault(@Nullable String said) {
        if (said == null || said.isBlank()) {
            return false;
        }
        return switch (said) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new ParameterException(
                        spec.commandLine(), VARIABLE + " must be true or false, got \"" + Printable.of(said) + "\"");
        };
    }
}
