package io.shardstream.cli.option;

import io.shardstream.common.http.Listening;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.Secret;
import io.shardstream.control.refusal.RunRefusedException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The option that has a process answer over HTTP.
public final class HttpOption {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int HIGHEST_PORT = 65_535;
    /// A name, an address, or an address in brackets, and a port.
    private static final Pattern ADDRESS = Pattern.compile("(?:([^:\\[\\]]+|\\[[0-9a-fA-F:.]+\\]):)?(\\d{1,5})");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--http",
            paramLabel = "<[address:]port>",
            description =
                    "Answers over HTTP on this port of 127.0.0.1, or of another address. What others reach needs a"
                            + " token in the environment variable " + Listening.TOKEN_VARIABLE
                            + ", and so does whatever"
                            + " changes something.")
    private @Nullable String address;

    /// @param environment where the token is
    /// @return empty if the process is to answer nobody
    /// @throws ParameterException if it is no address, or one on which it would answer everyone
    public Optional<Listening> listening(RunFile.Environment environment) {
        return Optional.ofNullable(address).map(text -> {
            try {
                return new Listening(parse(text), token(environment));
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), "--http " + text + ": " + e.getMessage(), e);
            }
        });
    }

    /// What to say where nobody can listen there.
    public static RunRefusedException refused(Listening where, IOException why) {
        return new RunRefusedException("Nobody can listen on " + where.address().getHostString() + ":"
                + where.address().getPort() + " of this machine (" + why.getMessage()
                + "): give another address or port with --http.");
    }

    private static InetSocketAddress parse(String text) {
        Matcher parts = ADDRESS.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("must be a port, such as 8042, or an address and a port");
        }
        int port = Integer.parseInt(parts.group(2));
        if (port < 1 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("a port is 1 to " + HIGHEST_PORT);
        }
        return new InetSocketAddress(Optional.ofNullable(parts.group(1)).orElse(LOOPBACK), port);
    }

    private static Optional<Secret> token(RunFile.Environment environment) {
        return Optional.ofNullable(environment.get(Listening.TOKEN_VARIABLE))
                .map(token -> new Secret("${env:" + Listening.TOKEN_VARIABLE + "}", token));
    }
}
