package io.shardstream.bench.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A process of its own that reads and writes as runs ask, as large as a service is. It keeps what the JVM has
/// learnt from one piece of work to the next.
public final class Worker implements AutoCloseable {
    /// Java options of one that is as large as a service is meant to be.
    public static final List<String> SERVICE = List.of("-Xmx512m", "-XX:+UseG1GC");

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int SECONDS_TO_END = 10;

    private final Process process;
    private final Writer orders;
    private final BufferedReader answers;

    private Worker(Process process) {
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /// Starts one.
    ///
    /// @param javaOptions such as `-Xmx512m`
    /// @param log where it writes what it has to say
    public static Worker start(List<String> javaOptions, Path log) {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home", "") + "/bin/java");
        command.addAll(javaOptions);
        command.addAll(List.of(
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path", ""),
                WorkerMain.class.getName()));
        try {
            return new Worker(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException("A process for the work could not be started", e);
        }
    }

    /// Does it with one writer and waits for its end.
    ///
    /// @throws IllegalStateException if it could not be done
    public Done does(WorkerTask work, Path runFile) {
        return does(work, runFile, Writers.ONE);
    }

    /// Does it and waits for its end.
    ///
    /// @throws IllegalStateException if it could not be done
    public Done does(WorkerTask work, Path runFile, Writers writers) {
        try {
            orders.write(MAPPER.writeValueAsString(new Order(work, runFile.toString(), writers)) + "\n");
            orders.flush();
            String answer = answers.readLine();
            if (answer == null) {
                throw new IllegalStateException("The process for the work has ended with " + process.waitFor());
            }
            JsonNode json = MAPPER.readTree(answer);
            if (json.has("problem")) {
                throw new IllegalStateException(work + " of " + runFile + " failed: "
                        + json.path("problem").asString());
            }
            return MAPPER.treeToValue(json, Done.class);
        } catch (IOException e) {
            throw new UncheckedIOException("The process for the work does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /// Lets the process end, which writes what a profiler has found, and kills it if that takes long.
    @Override
    public void close() {
        try {
            orders.close();
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        process.onExit().join();
    }
}
