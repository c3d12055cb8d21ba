package io.shardstream.ittests.copy;

import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.process.Signal;
import io.shardstream.localcluster.process.Supervised;
import io.shardstream.localcluster.process.SupervisedCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.awaitility.Awaitility;

/// A `shardstream` command as a process of its own.
public final class Child implements AutoCloseable {
    /// The class path of the software that this test is of.
    public static final String TODAY = System.getProperty("java.class.path", "");

    private final String name;
    private final Supervised process;

    private Child(String name, Supervised process) {
        this.name = name;
        this.process = process;
    }

    /// Starts a part of the run, such as `reader`.
    ///
    /// @param name of its log, beside the run file
    /// @param options further ones of the command
    public static Child start(String part, String name, Path runFile, String... options) {
        return start(Map.of(), part, name, runFile, options);
    }

    static Child start(Map<String, String> environment, String part, String name, Path runFile, String... options) {
        return start(List.of(), environment, TODAY, part, name, runFile, options);
    }

    /// The same in other software.
    ///
    /// @param classPath of that software
    public static Child startOf(String classPath, String part, String name, Path runFile, String... options) {
        return start(List.of(), Map.of(), classPath, part, name, runFile, options);
    }

    /// The same behind a command that starts it, such as one that enters a namespace.
    ///
    /// @param prefix that command, which becomes what it starts (`exec`)
    public static Child startWithin(
            List<String> prefix, Map<String, String> environment, String part, Path runFile, String... options) {
        return start(prefix, environment, TODAY, part, part + "-within", runFile, options);
    }

    private static Child start(
            List<String> prefix,
            Map<String, String> environment,
            String classPath,
            String part,
            String name,
            Path runFile,
            String... options) {
        Path folder = runFile.resolveSibling("");
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                System.getProperty("java.home", "") + "/bin/java",
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                // As in production, not as in tests: what it says at its end is looked at.
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                classPath,
                "io.shardstream.cli.Main",
                part,
                "-f",
                runFile.toString()));
        // Earlier software has no such option.
        command.addAll(classPath.equals(TODAY) ? Consent.with(part, List.of(options)) : List.of(options));
        SupervisedCommand started = new SupervisedCommand(command, folder, folder.resolve(name + ".log"));
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            started = started.with(variable.getKey(), variable.getValue());
        }
        return new Child(name, Supervised.start(started));
    }

    /// Sends SIGKILL and returns when it is gone.
    public void kill() {
        process.kill();
    }

    /// Freezes it (SIGSTOP): its connections stay open and nothing answers.
    public void suspend() {
        process.send(Signal.STOP);
    }

    /// Ends the freeze (SIGCONT).
    public void resume() {
        process.send(Signal.CONT);
    }

    /// Asks it to end (SIGTERM) and waits for that.
    ///
    /// @return its exit code
    public int stop() {
        askToStop();
        return awaitEnd(TestPatience.LIMIT);
    }

    /// Asks it to end (SIGTERM) and does not wait for that.
    public void askToStop() {
        process.send(Signal.TERM);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /// Of the process.
    public long pid() {
        return process.pid();
    }

    /// Waits until it ends by itself.
    ///
    /// @return its exit code
    /// @throws IllegalStateException if it does not end in time
    public int awaitEnd(Duration limit) {
        try {
            OptionalInt code = process.waitFor(limit);
            return code.orElseThrow(() -> new IllegalStateException(name + " did not end within " + limit + tail()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// Waits until it has printed that.
    public void awaitSaid(String text) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> hasSaid(text));
    }

    /// Whether it has printed that.
    public boolean hasSaid(String text) {
        return process.lastLines(Integer.MAX_VALUE).stream().anyMatch(line -> line.contains(text));
    }

    /// How many lines it has printed with that.
    public long timesSaid(String text) {
        return process.lastLines(Integer.MAX_VALUE).stream()
                .filter(line -> line.contains(text))
                .count();
    }

    /// All that it has printed.
    public String said() {
        return String.join("\n", process.lastLines(Integer.MAX_VALUE));
    }

    /// The last lines of its output, for messages.
    public String tail() {
        return "\n" + name + ":\n  " + String.join("\n  ", process.lastLines(25));
    }

    @Override
    public void close() {
        process.end();
    }
}
