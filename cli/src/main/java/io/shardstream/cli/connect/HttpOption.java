package io.shardstream.cli.connect;

import io.shardstream.common.file.FileException;
import io.shardstream.common.http.Listening;
import io.shardstream.common.http.Tokens;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.tls.IdentityFiles;
import io.shardstream.common.tls.ServerTls;
import io.shardstream.common.tls.TlsFiles;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The options that have a process answer over HTTP.
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
                            + " token in the environment variable " + Tokens.OPERATOR_VARIABLE + " or, to look only, "
                            + Tokens.READER_VARIABLE + ", of " + Tokens.SHORTEST
                            + " characters or more, or $${file:<path>} of a file that holds it and is read again when"
                            + " it changes, or --http-client-ca; whatever changes something needs the"
                            + " first, or --http-operator-cn.")
    private @Nullable String address;

    @Option(
            names = "--http-tls-cert",
            paramLabel = "<tls.crt>",
            description =
                    "Answers over TLS (https) with the certificates in this PEM file, its own first. Changed files"
                            + " are taken up without a restart.")
    private @Nullable Path certificate;

    @Option(
            names = "--http-tls-key",
            paramLabel = "<tls.key>",
            description = "The private key for that: a PEM file, PKCS#8 and not encrypted.")
    private @Nullable Path key;

    @Option(
            names = "--http-client-ca",
            paramLabel = "<ca.crt>",
            description = "Lets clients look that show a certificate signed by an authority in this PEM file.")
    private @Nullable Path clientAuthorities;

    @Option(
            names = "--http-operator-cn",
            paramLabel = "<name>",
            description = "Lets the client change something whose certificate has this common name; may be repeated.")
    private List<String> operators = List.of();

    /// @param environment where the tokens are
    /// @return empty if the process is to answer nobody
    /// @throws ParameterException if it is no address, or one on which it would answer everyone, or files for
    ///     TLS cannot be used
    public Optional<Listening> listening(RunFile.Environment environment) {
        String text = address;
        if (text == null) {
            if (certificate != null || key != null || clientAuthorities != null || !operators.isEmpty()) {
                throw wrong("What is said of HTTP goes with --http, which is missing.", null);
            }
            return Optional.empty();
        }
        Optional<ServerTls> tls = tls();
        try {
            InstantSource clock = InstantSource.system();
            Tokens tokens = new Tokens(
                    Tokens.in(environment, Tokens.OPERATOR_VARIABLE, clock),
                    Tokens.in(environment, Tokens.READER_VARIABLE, clock));
            return Optional.of(new Listening(parse(text), tokens, tls, Set.copyOf(operators)));
        } catch (IllegalArgumentException | FileException e) {
            throw wrong("--http " + text + ": " + e.getMessage(), e);
        }
    }

    private Optional<ServerTls> tls() {
        Path shown = certificate;
        Path proof = key;
        if (shown == null && proof == null) {
            if (clientAuthorities != null) {
                throw wrong("--http-client-ca goes with --http-tls-cert and --http-tls-key, which are missing.", null);
            }
            return Optional.empty();
        }
        if (shown == null || proof == null) {
            throw wrong("--http-tls-cert and --http-tls-key go together, and one of them is missing.", null);
        }
        try {
            TlsFiles files = new TlsFiles(new IdentityFiles(shown, proof), Optional.ofNullable(clientAuthorities));
            return Optional.of(ServerTls.of(files, InstantSource.system()));
        } catch (FileException e) {
            throw wrong("HTTP cannot be answered over TLS: " + e.getMessage(), e);
        }
    }

    private ParameterException wrong(String sentence, @Nullable Throwable cause) {
        return new ParameterException(spec.commandLine(), sentence, cause);
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
}
