package io.shardstream.ittests.copy;

import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.ittests.server.TestPatience;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A `shardstream` command on a thread of this process, which costs less than a process that nobody kills.
public final class Here implements AutoCloseable {

    private final String part;
    private final Stop stop = new Stop();
    private final StringWriter said = new StringWriter();
    private final CompletableFuture<Integer> code;

    private Here(RunFile.Environment environment, String part, Path runFile, List<String> options) {
        this.part = part;
        List<String> words = new ArrayList<>(List.of(part, "-f", runFile.toString()));
        words.addAll(options);
        this.code = CompletableFuture.supplyAsync(
                () -> Shardstream.commandLine(stop, environment)
                        .setErr(new PrintWriter(said, true))
                        .execute(words.toArray(String[]::new)),
                task -> Thread.ofPlatform().name(part).start(task));
    }

    /// @param options further ones of the command
    public static Here start(String part, Path runFile, String... options) {
        return start(System::getenv, part, runFile, options);
    }

    static Here start(RunFile.Environment environment, String part, Path runFile, String... options) {
        return new Here(environment, part, runFile, List.of(options));
    }

    /// Whether it has not ended.
    public boolean isAlive() {
        return !code.isDone();
    }

    /// Waits until it ends by itself and tells its exit code.
    public int awaitEnd(Duration limit) {
        try {
            return code.get(limit.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(part + " did not end within " + limit, e);
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /// What it said on standard error so far, without log lines.
    public String said() {
        return said.toString();
    }

    @Override
    public void close() {
        stop.ask();
        awaitEnd(TestPatience.LIMIT);
    }
}
