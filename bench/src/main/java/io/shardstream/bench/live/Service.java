package io.shardstream.bench.live;

import io.shardstream.bench.worker.Worker;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.localcluster.process.Signal;
import io.shardstream.localcluster.process.Supervised;
import io.shardstream.localcluster.process.SupervisedCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// A `shardstream` command of a run as a process of its own, as large as a service is meant to be. It can be killed and
/// started again, and ends with this process.
final class Service implements AutoCloseable {
    private static final int LINES_TOLD = 5;

    private final String name;
    private final SupervisedCommand command;
    private Supervised running;

    private Service(String name, SupervisedCommand command) {
        this.name = name;
        this.command = command;
        this.running = Supervised.start(command);
    }

    /// Starts one. What it says goes to a file beside the run file.
    ///
    /// @param part the command, such as `reader`
    /// @param options further ones
    static Service start(String part, Path runFile, String... options) {
        Path folder = runFile.toAbsolutePath().resolveSibling("");
        List<String> line = new ArrayList<>();
        line.add(System.getProperty("java.home", "") + "/bin/java");
        line.addAll(Worker.SERVICE);
        line.addAll(List.of(
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
                runFile.toString()));
        line.addAll(List.of(options));
        return new Service(part, new SupervisedCommand(line, folder, folder.resolve(part + ".log")));
    }

    /// Sends SIGKILL, and returns when the process is gone.
    void kill() {
        running.kill();
    }

    /// Sends SIGTERM, on which it ends in good order.
    void askToEnd() {
        running.send(Signal.TERM);
    }

    /// The same command once more, after its process has gone.
    void startAgain() {
        running = Supervised.start(command);
    }

    boolean isAlive() {
        return running.isAlive();
    }

    /// @throws IllegalStateException if it has ended, and not because the run is complete
    void requireNotFailed() {
        if (!running.isAlive() && running.waitFor() != ExitCodes.DONE) {
            throw new IllegalStateException("The " + name + " has ended: " + said());
        }
    }

    /// Waits until it ends by itself.
    ///
    /// @return its exit code
    /// @throws IllegalStateException if that takes longer
    int awaitEnd(Duration limit) throws InterruptedException {
        OptionalInt code = running.waitFor(limit);
        return code.orElseThrow(
                () -> new IllegalStateException(name + " did not end within " + limit.toSeconds() + " s: " + said()));
    }

    /// The last of what it has said.
    String said() {
        return String.join(" / ", running.lastLines(LINES_TOLD));
    }

    @Override
    public void close() {
        running.end();
    }
}
