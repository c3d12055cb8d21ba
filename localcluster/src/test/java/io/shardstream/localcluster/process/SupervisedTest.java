package io.shardstream.localcluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class SupervisedTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private Path fifo;

    @BeforeEach
    void makeFifo() throws IOException {
        new ProcessBuilder("mkfifo", "fifo")
                .directory(folder.toFile())
                .start()
                .onExit()
                .join();
        fifo = folder.resolve("fifo");
    }

    @Test
    void tellsTheExitCodeAndCollectsBothOutputs() throws IOException {
        Supervised child = Supervised.start(shell("echo one; echo two >&2; exit 7"));

        assertThat(child.waitFor()).isEqualTo(7);
        assertThat(child.isAlive()).isFalse();
        assertThat(Files.readAllLines(child.output())).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void givesTheCommandTheVariablesThatItIsToHaveAndNoOthers() throws IOException {
        Supervised child = Supervised.start(
                shell("echo $MORE ${HOME-none}").with("MORE", "more").without("HOME"));

        child.waitFor();
        assertThat(Files.readString(child.output())).isEqualTo("more none\n");
    }

    @Test
    void knowsTheProcessIdOfTheCommandItself() throws IOException {
        Supervised child = Supervised.start(shell("echo $$"));

        child.waitFor();
        assertThat(Files.readString(child.output()).strip()).isEqualTo(Long.toString(child.pid()));
    }

    @Test
    void killEndsTheCommandAndWhatItStarted() throws IOException {
        Supervised child = Supervised.start(shell("sleep 600 & echo $! > fifo; wait"));
        ProcessHandle grandchild = grandchild();

        child.kill();

        assertThat(child.isAlive()).isFalse();
        assertThat(ProcessEnd.await(grandchild, SOON)).isTrue();
    }

    @Test
    void whatTheCommandLeavesBehindEndsWithIt() throws IOException {
        Supervised child = Supervised.start(shell("sleep 600 & echo $! > fifo"));
        ProcessHandle grandchild = grandchild();

        assertThat(child.waitFor()).isZero();
        assertThat(ProcessEnd.await(grandchild, SOON)).isTrue();
    }

    @Test
    void killEndsAFrozenCommand() {
        Supervised child = Supervised.start(shell("sleep 600"));
        child.send(Signal.STOP);

        child.kill();

        assertThat(child.waitFor()).isEqualTo(128 + 9);
    }

    @Test
    void killKeepsTheFolderThatEndRemoves() throws IOException {
        Path data = Files.createDirectories(folder.resolve("cluster/data"));
        Supervised killed = Supervised.start(shell("sleep 600").removingAtEnd(data));
        killed.kill();
        assertThat(data).exists();

        Supervised ended = Supervised.start(shell("sleep 600").removingAtEnd(data));
        ended.end();
        assertThat(data.getParent()).doesNotExist();
    }

    @Test
    void aCommandThatDoesNotExistEndsAndSaysSo() throws IOException {
        Supervised child =
                Supervised.start(new SupervisedCommand(List.of("no-such-program"), folder, folder.resolve("output")));

        assertThat(child.waitFor()).isNotZero();
        assertThat(Files.readString(child.output())).contains("no-such-program");
    }

    private SupervisedCommand shell(String script) {
        return new SupervisedCommand(List.of("sh", "-c", script), folder, folder.resolve("output"));
    }

    /// The process whose id the script writes into `fifo`; reading waits for it.
    private ProcessHandle grandchild() throws IOException {
        return ProcessHandle.of(Long.parseLong(Files.readString(fifo).strip())).orElseThrow();
    }
}
