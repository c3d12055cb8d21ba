package io.shardstream.cli.plan;

import io.shardstream.common.elastic.HostAndPort;
import io.shardstream.common.runfile.EndpointConfig;
import io.shardstream.common.runfile.KafkaConfig;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.Secret;
import io.shardstream.common.tls.IdentityFiles;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What others can learn or change of what a run file says: other users of this machine, and whoever listens
/// on the way. Asks no server.
final class RunFileExposure {
    /// Properties of Kafka's clients that name a file with a secret.
    private static final List<String> SECRET_FILES = List.of(
            "ssl.keystore.location", "sasl.oauthbearer.assertion.file", "sasl.oauthbearer.assertion.private.key.file");

    private static final Set<PosixFilePermission> READ_OR_WRITTEN =
            Set.of(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);
    private static final Set<PosixFilePermission> WRITTEN = Set.of(PosixFilePermission.OTHERS_WRITE);

    /// Mechanisms that send what lets one in as it is (RFC 4616, RFC 7628).
    private static final Set<String> SAYS_THE_SECRET = Set.of("PLAIN", "OAUTHBEARER");

    private RunFileExposure() {}

    /// @param file the run file; empty if there is none
    public static List<Finding> of(Optional<Path> file, RunFile run) {
        List<Finding> findings = new ArrayList<>();
        file.filter(path -> isOpen(path, WRITTEN))
                .ifPresent(path -> findings.add(Finding.warns(
                        FindingCode.RUN_FILE_WRITABLE,
                        "The run file " + path + " can be changed by other users of this machine, who could redirect"
                                + " secrets and documents.",
                        "Remove that permission: chmod o-w " + path + ".")));
        Path folder = file.map(Path::getParent).orElse(Path.of(""));
        for (Path secret : secrets(folder, run)) {
            if (isOpen(secret, READ_OR_WRITTEN)) {
                findings.add(Finding.warns(
                        FindingCode.SECRET_READABLE,
                        "The file " + secret + ", which holds a secret, can be read or changed by every user of this"
                                + " machine.",
                        "Remove that permission: chmod o-rwx " + secret + "."));
            }
        }
        plain("source", run.source().endpoint()).ifPresent(findings::add);
        plain("target", run.target().endpoint()).ifPresent(findings::add);
        plain(run.kafka()).ifPresent(findings::add);
        return findings;
    }

    private static Optional<Finding> plain(String side, EndpointConfig endpoint) {
        boolean isPlain = endpoint.nodes().stream().map(URI::getScheme).anyMatch("http"::equals) && !endpoint.isHere();
        return endpoint.auth()
                .filter(_ -> isPlain)
                .map(_ -> Finding.warns(
                        FindingCode.CREDENTIALS_IN_PLAIN_TEXT,
                        side + ".auth is sent over http in plain text, which anyone on the way can read.",
                        "Use https in " + side + ".nodes, also where the network is believed to be private."));
    }

    private static Optional<Finding> plain(KafkaConfig kafka) {
        boolean isPlain = property(kafka, "security.protocol").equalsIgnoreCase("SASL_PLAINTEXT")
                && SAYS_THE_SECRET.contains(property(kafka, "sasl.mechanism").toUpperCase(Locale.ROOT));
        boolean isHere = kafka.bootstrap().stream()
                .allMatch(broker ->
                        HostAndPort.of(broker).filter(HostAndPort::isHere).isPresent());
        return isPlain && !isHere
                ? Optional.of(Finding.warns(
                        FindingCode.CREDENTIALS_IN_PLAIN_TEXT,
                        "What lets the run into Kafka is sent by SASL_PLAINTEXT, as plain text that others on the way"
                                + " can read.",
                        "Use SASL_SSL in kafka.properties.security.protocol, or a mechanism such as SCRAM-SHA-512."))
                : Optional.empty();
    }

    private static String property(KafkaConfig kafka, String name) {
        return Optional.ofNullable(kafka.properties().get(name))
                .filter(Secret::isKnown)
                .map(Secret::reveal)
                .orElse("");
    }

    /// Those that the run file refers to, keys of certificates among them.
    private static Set<Path> secrets(Path folder, RunFile run) {
        Set<Path> files = new LinkedHashSet<>(run.secretFiles(folder));
        Stream.of(run.source().endpoint(), run.target().endpoint())
                .flatMap(endpoint -> endpoint.tls().identity().stream())
                .map(IdentityFiles::key)
                .forEach(files::add);
        SECRET_FILES.forEach(name -> path(folder, property(run.kafka(), name)).ifPresent(files::add));
        return files;
    }

    private static Optional<Path> path(Path folder, String text) {
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(folder.resolve(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /// Whether somebody else has one of these rights. A file system without such rights has nothing to tell.
    private static boolean isOpen(Path file, Set<PosixFilePermission> rights) {
        try {
            Path real = file.toRealPath();
            return Files.getPosixFilePermissions(real).stream().anyMatch(rights::contains)
                    && isReachable(real)
                    && !isOfAVolume(real);
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /// Nobody gets to what lies in a folder that others may not enter.
    private static boolean isReachable(Path real) throws IOException {
        for (Path folder = real.getParent(); folder != null; folder = folder.getParent()) {
            if (!Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                return false;
            }
        }
        return true;
    }

    /// Files of secrets and config maps of Kubernetes lie in a folder such as `..2026_11_28_00_00_00.1`, and
    /// only the pod sees them (`AtomicWriter` of the kubelet).
    private static boolean isOfAVolume(Path real) {
        for (Path name : real) {
            if (name.toString().startsWith("..")) {
                return true;
            }
        }
        return false;
    }
}
