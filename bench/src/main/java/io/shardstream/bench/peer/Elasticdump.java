package io.shardstream.bench.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// elasticdump, from npm: the tool that is most used for this.
public final class Elasticdump {
    /// The version that is measured.
    public static final String VERSION = "6.125.1";

    private final Path program;

    private Elasticdump(Path program) {
        this.program = program;
    }

    /// Fetches it, once.
    ///
    /// @param cache a folder that is kept
    /// @return empty where there is no Node.js
    /// @throws IllegalStateException if npm cannot fetch it
    public static Optional<Elasticdump> fetch(Path cache) {
        Path folder = cache.resolve("elasticdump-" + VERSION);
        Path program = folder.resolve("node_modules/.bin/elasticdump");
        if (!succeeds(List.of("node", "--version"), cache) || !succeeds(List.of("npm", "--version"), cache)) {
            return Optional.empty();
        }
        if (!Files.isExecutable(program)) {
            List<String> install = List.of(
                    "npm",
                    "install",
                    "--no-audit",
                    "--no-fund",
                    "--loglevel=error",
                    "--prefix",
                    folder.toString(),
                    "elasticdump@" + VERSION);
            if (!succeeds(install, cache) || !Files.isExecutable(program)) {
                throw new IllegalStateException(
                        "npm could not fetch elasticdump " + VERSION + ", see " + cache.resolve("elasticdump.log"));
            }
        }
        return Optional.of(new Elasticdump(program));
    }

    /// Copies the documents of one index into another that is there already.
    ///
    /// @param limit documents of each page and bulk
    /// @param concurrency bulks at once
    /// @param log where it writes what it has to say
    /// @throws IllegalStateException if it fails
    public void copy(URI server, String source, String target, int limit, int concurrency, Path log) {
        List<String> command = List.of(
                program.toString(),
                "--type=data",
                "--quiet",
                "--input=" + server + "/" + source,
                "--output=" + server + "/" + target,
                "--limit=" + limit,
                "--concurrency=" + concurrency,
                "--concurrencyInterval=0",
                "--noRefresh");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (process.waitFor() != 0) {
                throw new IllegalStateException("elasticdump failed, see " + log);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("elasticdump could not be started", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static boolean succeeds(List<String> command, Path folder) {
        try {
            Files.createDirectories(folder);
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("elasticdump.log").toFile())
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
