package io.shardstream.ittests.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/// What the threads of a process have worked, as Linux counts it.
final class ProcessorTime {
    private static final Path PROCESSES = Path.of("/proc");

    private ProcessorTime() {}

    /// Seconds of all its threads that there are now.
    static double of(long process) {
        try (Stream<Path> threads =
                Files.list(PROCESSES.resolve(Long.toString(process)).resolve("task"))) {
            return threads.mapToLong(ProcessorTime::nanos).sum() / 1e9;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long nanos(Path thread) {
        try {
            return Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ", 2)[0]);
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
