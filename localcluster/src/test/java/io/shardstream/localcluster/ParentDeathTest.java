package io.shardstream.localcluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.localcluster.process.ProcessEnd;
import io.shardstream.localcluster.process.Signal;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Starts a JVM that starts a real broker, and ends that JVM.
@Timeout(600)
class ParentDeathTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path temporary;

    @ParameterizedTest
    @EnumSource(names = {"KILL", "TERM"})
    void aServerAndItsDataGoWithTheJvmThatStartedIt(Signal signal) throws IOException {
        // The broker's user must be able to enter the folder.
        assertThat(temporary.toFile().setExecutable(true, false)).isTrue();
        Process parent = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-Djava.io.tmpdir=" + temporary,
                        "-Dshardstream.home=" + System.getProperty("shardstream.home", ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrokerParent.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        ProcessHandle broker = brokerOf(parent);
        ProcessHandle supervisor = broker.parent().orElseThrow();
        assertThat(temporary).isNotEmptyDirectory();

        signal.sendTo(parent.pid());

        assertThat(ProcessEnd.await(broker, SOON)).isTrue();
        assertThat(ProcessEnd.await(supervisor, SOON)).isTrue();
        assertThat(temporary).isDirectoryNotContaining("glob:**shardstream-*");
    }

    private static ProcessHandle brokerOf(Process parent) throws IOException {
        try (BufferedReader lines = parent.inputReader()) {
            String started = lines.lines()
                    .filter(line -> line.startsWith("kafka:"))
                    .findFirst()
                    .orElseThrow();
            return ProcessHandle.of(Long.parseLong(started.substring(started.lastIndexOf(' ') + 1)))
                    .orElseThrow();
        }
    }
}
