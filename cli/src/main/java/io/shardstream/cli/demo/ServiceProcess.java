package io.shardstream.cli.demo;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.localcluster.process.Signal;
import io.shardstream.localcluster.process.Supervised;
import io.shardstream.localcluster.process.SupervisedCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A reader or a writer as a process of its own, which can be killed and started again.
final class ServiceProcess implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final int LINES_TOLD = 5;

    private final String name;
    private final SupervisedCommand command;
    private Supervised running;
    private int kills;

    private ServiceProcess(String name, SupervisedCommand command) {
        this.name = name;
        this.command = command;
        this.running = Supervised.start(command);
    }

    /// Starts `shardstream <part> -f <runFile>` on this JVM's own Java and class path.
    ///
    /// @param name such as `writer-2`, for sentences and the log file
    static ServiceProcess start(String part, String name, Path runFile) {
        Path folder = runFile.toAbsolutePath().resolveSibling("");
        List<String> command = List.of(
                System.getProperty("java.home", "") + "/bin/java",
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                // Libraries unpack themselves there, and a killed process cleans nothing up.
                "-Djava.io.tmpdir=" + folder,
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path", ""),
                "io.shardstream.cli.Main",
                part,
                "-f",
                runFile.toString());
        return new ServiceProcess(
                name, new SupervisedCommand(command, folder, folder.resolve(name + ".log")).removingAtEnd(folder));
    }

    String name() {
        return name;
    }

    int kills() {
        return kills;
    }

    /// Sends SIGKILL, and starts it again when it is gone.
    void killAndRestart() {
        running.kill();
        kills++;
        running = Supervised.start(command);
    }

    /// @throws IllegalStateException if it has ended by itself, and not because the run has
    void requireAlive() {
        if (!running.isAlive() && running.waitFor() != ExitCodes.DONE) {
            throw new IllegalStateException(name + " ended: " + String.join(" / ", running.lastLines(LINES_TOLD)));
        }
    }

    /// Lets it end in good order, and kills it if that takes long.
    @Override
    public void close() {
        running.send(Signal.TERM);
        try {
            if (running.waitFor(GRACE).isEmpty()) {
                running.kill();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            running.kill();
        }
    }
}
