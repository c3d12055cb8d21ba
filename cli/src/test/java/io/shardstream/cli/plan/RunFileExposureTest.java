package io.shardstream.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import picocli.CommandLine;

/// Case C-58.
class RunFileExposureTest {
    private static final String RUN = """
            run: cities
            kafka:
              bootstrap: localhost:9092
            source:
              nodes: http://localhost:9200
              index: cities
              auth: {basic: {user: reader, password: "${file:password}"}}
            target:
              nodes: http://localhost:9201
              index: cities-v2
            """;

    /// Open to all, whatever `java.io.tmpdir` says.
    static final class OpenFolder implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
            return Files.createTempDirectory(Path.of("/var/tmp"), "exposure");
        }
    }

    @TempDir(factory = OpenFolder.class)
    private Path folder;

    private Path file = Path.of("run.yaml");

    @BeforeEach
    void files() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        file = folder.resolve("run.yaml");
        put("password", "s3cr3t", "rw-------");
        put("run.yaml", RUN, "rw-r--r--");
    }

    @Test
    void whatOnlyItsUserMayReadIsNotTold() throws Exception {
        assertThat(codes()).isEmpty();
    }

    @Test
    void aSecretThatOthersMayReadIsToldWithItsFile() throws Exception {
        put("password", "s3cr3t", "rw-r--r--");
        assertThat(found()).singleElement().satisfies(found -> {
            assertThat(found.code()).isEqualTo(FindingCode.SECRET_READABLE);
            assertThat(found.what()).contains(folder.resolve("password").toString());
        });
    }

    @Test
    void inAFolderThatOthersMayNotEnterItIsSafe() throws Exception {
        put("password", "s3cr3t", "rw-r--r--");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        assertThat(codes()).isEmpty();
    }

    @Test
    void aSecretOfAKubernetesVolumeIsThePodsOwn() throws Exception {
        Path data = Files.createDirectory(folder.resolve("..2026_11_28"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.delete(folder.resolve("password"));
        put("..2026_11_28/password", "s3cr3t", "rw-r--r--");
        Files.createSymbolicLink(folder.resolve("password"), Path.of("..2026_11_28/password"));
        assertThat(codes()).isEmpty();
    }

    @Test
    void aRunFileThatOthersMayChangeIsTold() throws Exception {
        put("run.yaml", RUN, "rw-r--rw-");
        assertThat(codes()).containsExactly(FindingCode.RUN_FILE_WRITABLE);
    }

    @Test
    void credentialsOverHttpToAnotherMachineAreTold() throws Exception {
        put("run.yaml", RUN.replace("http://localhost:9200", "http://es-1.example:9200"), "rw-------");
        assertThat(codes()).containsExactly(FindingCode.CREDENTIALS_IN_PLAIN_TEXT);
        put("run.yaml", RUN.replace("http://localhost:9200", "https://es-1.example:9200"), "rw-------");
        assertThat(codes()).isEmpty();
        put("run.yaml", RUN.replace("http://localhost:9201", "http://es-1.example:9200"), "rw-------");
        assertThat(codes()).isEmpty();
    }

    @Test
    void passwordsOfKafkaAsPlainTextAreTold() throws Exception {
        String plain = RUN.replace("localhost:9092\n", """
                broker-1.example:9092
                  properties:
                    security.protocol: SASL_PLAINTEXT
                    sasl.mechanism: PLAIN
                """);
        put("run.yaml", plain, "rw-------");
        assertThat(codes()).containsExactly(FindingCode.CREDENTIALS_IN_PLAIN_TEXT);
        put("run.yaml", plain.replace("PLAIN\n", "SCRAM-SHA-512\n"), "rw-------");
        assertThat(codes()).isEmpty();
    }

    @Test
    void theCheckOfARunFileSaysItOnStandardError() throws Exception {
        put("password", "s3cr3t", "rw-r--r--");
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = Shardstream.commandLine(new Stop(), _ -> null)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        assertThat(command.execute("config", "check", "-f", file.toString())).isZero();
        assertThat(err.toString())
                .startsWith("Warning: The file ")
                .contains("chmod o-rwx")
                .doesNotContain("s3cr3t");
        assertThat(out.toString()).startsWith("run: cities").doesNotContain("Warning");
    }

    private List<Finding> found() throws Exception {
        return RunFileExposure.of(Optional.of(file), RunFile.read(file, _ -> null));
    }

    private List<FindingCode> codes() throws Exception {
        return found().stream().map(Finding::code).toList();
    }

    private void put(String name, String text, String rights) throws Exception {
        Path path = folder.resolve(name);
        Files.writeString(path, text);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(rights));
    }
}
