package io.shardstream.control.run.block;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// A command that reads the record from its standard input, and succeeds with exit code 0. What it prints is
/// thrown away, since it may hold secrets. At the time limit it is killed, with all processes below it.
public final class CommandHook implements SwapHook {
    private final Supplier<List<String>> words;
    private final Duration limit;

    /// @param words the program and its arguments, no shell between
    /// @param limit for how long it may work
    public CommandHook(Supplier<List<String>> words, Duration limit) {
        this.words = words;
        this.limit = limit;
    }

    @Override
    public Duration limit() {
        return limit;
    }

    @Override
    public void call(byte[] record) throws HookFailedException, InterruptedException {
        Process process = start();
        try {
            feed(process, record);
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new HookFailedException(
                        "the command did not end within " + limit.toSeconds() + "s (cutover.on-swap-timeout)");
            }
            if (process.exitValue() != 0) {
                throw new HookFailedException("the command ended with exit code " + process.exitValue());
            }
        } finally {
            end(process);
        }
    }

    /// Java's message names the program and its folder.
    private Process start() throws HookFailedException {
        try {
            return new ProcessBuilder(words.get())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new HookFailedException(
                    "the command cannot be started: the program does not exist or is not executable");
        }
    }

    /// On a thread of its own: a command that does not read would keep whoever writes.
    private static void feed(Process process, byte[] record) {
        Thread.ofVirtual().name("on-swap").start(() -> {
            try (OutputStream in = process.getOutputStream()) {
                in.write(record);
            } catch (IOException e) {
                // It need not read.
            }
        });
    }

    /// Its children first, as they have no parent any more when it has ended.
    private static void end(Process process) {
        if (!process.isAlive()) {
            return;
        }
        try (Stream<ProcessHandle> children = process.descendants()) {
            children.forEach(ProcessHandle::destroyForcibly);
        }
        process.destroyForcibly();
    }
}
