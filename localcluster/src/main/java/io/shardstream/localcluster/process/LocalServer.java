package io.shardstream.localcluster.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A real server, in a child process or a container of its own, which can be killed, frozen, stopped and
/// started again on the same ports with its data. Its methods may be called by any thread, one at a time.
public abstract class LocalServer {

    private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

    private final String name;
    private final WorkFolder work;
    private final Path folder;
    private int starts;
    private final ServerRunner runner;
    private volatile @Nullable Running running;

    /// @param name unique in its cluster; also the name of its folder
    /// @param work the cluster's folder
    /// @param runner where it runs
    protected LocalServer(String name, WorkFolder work, ServerRunner runner) {
        this.name = name;
        this.runner = runner;
        this.work = work;
        this.folder = work.of(name);
    }

    /// Writes the configuration for the next start and tells the command that starts it.
    ///
    /// @param output the file for its output
    protected abstract ServerStart prepare(Path output) throws IOException;

    /// Asks the running server once, without waiting long, whether it serves.
    protected abstract boolean isReady();

    /// Where it runs.
    protected final ServerRunner runner() {
        return runner;
    }

    /// Its name, such as `broker-1` or `node-0`.
    public final String name() {
        return name;
    }

    /// The folder with its configuration, logs and data.
    public final Path folder() {
        return folder;
    }

    /// The file with the output of its present or last process.
    ///
    /// @throws IllegalStateException if it was never started
    public final Path output() {
        return started().output();
    }

    /// Whether its process runs, ready or not, frozen or not.
    public final boolean isAlive() {
        Running current = running;
        return current != null && current.isAlive();
    }

    /// The process id of the server itself, not of a launcher in front of it.
    ///
    /// @throws IllegalStateException if it was never started
    public final long pid() {
        return started().pid();
    }

    /// Starts it and waits until it serves.
    ///
    /// @throws LocalServerException if it does not come up; the message holds the cause from its log
    public final void start() {
        launch();
        awaitReady();
    }

    /// Starts its process without waiting for it; [#awaitReady] waits.
    ///
    /// @throws IllegalStateException if it already runs
    public final void launch() {
        if (isAlive()) {
            throw new IllegalStateException(name + " already runs");
        }
        starts++;
        Path output = folder.resolve("output-" + starts + ".log");
        try {
            Files.deleteIfExists(output);
            ServerStart start = prepare(output);
            work.account().own(folder);
            running = runner.start(work.kept() ? start : start.removingAtEnd(folder));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot prepare the start of " + name, e);
        }
    }

    /// Waits until it serves.
    ///
    /// @throws LocalServerException if it ends, or does not serve in time; the message holds the cause from
    ///     its log
    public final void awaitReady() {
        Startup.await(List.of(this));
    }

    /// Sends SIGKILL and returns when the process is gone. Does nothing if it does not run.
    public final void kill() {
        ifStarted(Running::kill);
    }

    /// Sends SIGTERM and returns when the process is gone; after a minute it is killed.
    public final void stop() {
        send(Signal.TERM);
        ifStarted(current -> {
            try {
                if (current.waitFor(STOP_LIMIT).isEmpty()) {
                    current.kill();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                current.kill();
            }
        });
    }

    /// Freezes it (SIGSTOP): its sockets stay open and nothing answers.
    public final void suspend() {
        send(Signal.STOP);
    }

    /// Ends the freeze (SIGCONT).
    public final void resume() {
        send(Signal.CONT);
    }

    /// Stops it in good order if it runs, starts it again on the same ports with its data, and waits until it
    /// serves.
    public final void restart() {
        stop();
        start();
    }

    /// Kills it and removes its folder unless that is to be kept.
    final void end() {
        ifStarted(Running::end);
    }

    /// Why its process ended or does not serve, for messages.
    final String cause() {
        return LogCause.of(output());
    }

    final boolean isPortTaken() {
        Running current = running;
        return current != null && LogCause.isPortTaken(current.output());
    }

    private void ifStarted(Consumer<Running> way) {
        Running current = running;
        if (current != null) {
            way.accept(current);
        }
    }

    private void send(Signal signal) {
        ifStarted(current -> current.send(signal));
    }

    private Running started() {
        Running current = running;
        if (current == null) {
            throw new IllegalStateException(name + " was never started");
        }
        return current;
    }
}
